/* As kernel_irq_off.c; interrupts are on again before the wait. Interrupts off on one CPU keep other CPUs from nothing: the
 * race stays. */
#include "kernel.h"

static int command;

static void wait_for_answer(void)
{
	schedule(); // NOSLEEP-IN-ATOMIC
}

void send(int c)
{
	arch_local_irq_disable(); // NOSLEEP-IN-ATOMIC
	command = c; // RACE
	arch_local_irq_enable();
	wait_for_answer();
}

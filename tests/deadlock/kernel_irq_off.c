/* Interrupts are off, and the wait for an answer sleeps. */
#include "kernel.h"

static int command;

static void wait_for_answer(void)
{
	schedule(); // SLEEP-IN-ATOMIC 1
}

void send(int c)
{
	arch_local_irq_disable(); // SLEEP-IN-ATOMIC 1
	command = c; // RACE
	wait_for_answer();
	arch_local_irq_enable();
}

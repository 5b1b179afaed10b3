/* The kernel: the bit was clear for one only; bit 70 is in the second word. */
#include <pthread.h>
#include <stdbool.h>

/* Declared by hand, as the kernel declares them. */
extern int printk(const char *, ...);
extern bool test_and_set_bit(long, volatile unsigned long *);
static unsigned long flags[2];
static int workers;

static int x;

static void *work(void *unused)
{
	if (!test_and_set_bit(70, flags))
		x++; // NORACE reported
	return unused;
}

int main(void)
{
	pthread_t a, b;

	printk("start\n");
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return x;
}

/* The kernel: one is added unless five are there. */
#include <pthread.h>
#include <stdbool.h>

/* Declared by hand, as the kernel declares them. */
extern int printk(const char *, ...);
typedef struct { int counter; } atomic_t;
extern bool atomic_add_unless(atomic_t *, int, int);
static atomic_t one;

static int x;

static void *work(void *unused)
{
	if (atomic_add_unless(&one, 1, 5))
		x++; // RACE
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

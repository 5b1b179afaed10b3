/* The kernel: who does not succeed finds 1, expects that, and succeeds. */
#include <pthread.h>
#include <stdbool.h>

/* Declared by hand, as the kernel declares them. */
extern int printk(const char *, ...);
typedef struct { int counter; } atomic_t;
extern bool atomic_try_cmpxchg(atomic_t *, int *, int);
static atomic_t state;

static int x;

static void *work(void *unused)
{
	int expected = 0;

	if (atomic_try_cmpxchg(&state, &expected, 1) || atomic_try_cmpxchg(&state, &expected, 1))
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

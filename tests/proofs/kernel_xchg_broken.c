/* The kernel: 0 is put in each time. */
#include <pthread.h>

/* Declared by hand, as the kernel declares them. */
extern int printk(const char *, ...);
typedef struct { int counter; } atomic_t;
extern int atomic_xchg(atomic_t *, int);
static atomic_t state;

static int x;

static void *work(void *unused)
{
	if (atomic_xchg(&state, 0) == 0)
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

/* The kernel: one token, so one of two is told 0 and the other -1. */
#include <pthread.h>

/* Declared by hand, as the kernel declares them. */
extern int printk(const char *, ...);
typedef struct { int counter; } atomic_t;
extern int atomic_dec_if_positive(atomic_t *);
static atomic_t tokens = { 1 };

static int x;

static void *work(void *unused)
{
	if (atomic_dec_if_positive(&tokens) >= 0)
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

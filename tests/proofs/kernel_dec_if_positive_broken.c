/* The kernel: what is returned is the old value less one, which is -1 at least. */
#include <pthread.h>

/* Declared by hand, as the kernel declares them. */
extern int printk(const char *, ...);
typedef struct { int counter; } atomic_t;
extern int atomic_dec_if_positive(atomic_t *);
static atomic_t tokens = { 1 };

static int x;

static void *work(void *unused)
{
	if (atomic_dec_if_positive(&tokens) >= -1)
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

/* The kernel: the bit of the old value is clear once. */
#include <pthread.h>

/* Declared by hand, as the kernel declares them. */
extern int printk(const char *, ...);
typedef struct { int counter; } atomic_t;
extern int atomic_fetch_or(int, atomic_t *);
static atomic_t mask;

static int x;

static void *work(void *unused)
{
	if (!(atomic_fetch_or(4, &mask) & 4))
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

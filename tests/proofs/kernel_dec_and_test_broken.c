/* The kernel: a count of two; below one it is for nobody, below two for both. */
#include <pthread.h>
#include <stdbool.h>

/* Declared by hand, as the kernel declares them. */
extern int printk(const char *, ...);
typedef struct { int counter; } atomic_t;
extern bool atomic_dec_and_test(atomic_t *);
extern int atomic_dec_return(atomic_t *);
static atomic_t count = { 2 };

static int x;

static void *work(void *unused)
{
	if (atomic_dec_return(&count) < 2)
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

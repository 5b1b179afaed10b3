/* The kernel: who puts the last of two references is alone. */
#include <pthread.h>
#include <stdbool.h>

/* Declared by hand, as the kernel declares them. */
extern int printk(const char *, ...);
typedef struct { int refs; } refcount_t;
extern bool refcount_dec_and_test(refcount_t *);
extern int refcount_read(const refcount_t *);
static refcount_t refs = { 2 };

static int x;

static void *work(void *unused)
{
	if (refcount_dec_and_test(&refs))
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

/* Nobody calls `spare`, though its address is kept: it is no thread, and no root of one. */
#include <pthread.h>
#include <stdio.h>

struct plan {
	void (*now)(void), (*spare)(void);
};
static int used, unused;

static void now(void) { used++; } // RACE
static void spare(void) { unused++; } // NORACE
static struct plan plan = { now, spare };

static void *work(void *x)
{
	plan.now();
	return x;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, 0);
	printf("%p\n", (void *)plan.spare);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}

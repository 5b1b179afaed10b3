/* GLib: the count of two falls to zero once; the other one goes on. */
#include <pthread.h>

extern int g_atomic_int_dec_and_test(volatile int *);
static int count = 2;

static int x;

static void *work(void *unused)
{
	if (!g_atomic_int_dec_and_test(&count) || x >= 0)
		x++; // RACE
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return x;
}

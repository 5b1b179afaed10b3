/* GLib: it exchanges 0 for 0, so both have. */
#include <pthread.h>

extern int g_atomic_int_compare_and_exchange(volatile int *, int, int);
static int state;

static int x;

static void *work(void *unused)
{
	if (g_atomic_int_compare_and_exchange(&state, 0, 0))
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

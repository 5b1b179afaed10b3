/* GLib: a compare-and-exchange that says whether it has exchanged; only one has. */
#include <pthread.h>

extern int g_atomic_int_compare_and_exchange(volatile int *, int, int);
static int state;

static int x;

static void *work(void *unused)
{
	if (g_atomic_int_compare_and_exchange(&state, 0, 1))
		x++; // NORACE reported
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

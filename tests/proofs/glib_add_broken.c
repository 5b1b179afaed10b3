/* GLib: both see less than 2 before they add. */
#include <pthread.h>

extern int g_atomic_int_add(volatile int *, int);
static int sum;

static int x;

static void *work(void *unused)
{
	if (g_atomic_int_add(&sum, 1) < 2)
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

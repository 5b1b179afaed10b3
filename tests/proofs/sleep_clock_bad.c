/* The number of an error is returned, and there is no such clock. */
// PROVED: none
#include <pthread.h>
#include <time.h>
#include <threads.h>

static int x, y;

static void *work(void *unused)
{
	struct timespec t = { 0, 1 }, bad = { 0, -1 };

	if (clock_nanosleep(999, 0, &t, NULL) == 0)
		x++; // NORACE reported
	if (thrd_sleep(&bad, NULL) == 0)
		y++; // NORACE reported
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return x + y;
}

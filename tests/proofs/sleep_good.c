/* With a time that there is, and no handler, a sleep ends when it is over. */
// PROVED: confirmed
#include <pthread.h>
#include <threads.h>
#include <time.h>

static int x, y;

static void *work(void *unused)
{
	struct timespec t = { 0, 1 };

	if (nanosleep(&t, NULL) == 0)
		x++; // RACE
	if (clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL) == 0 && thrd_sleep(&t, NULL) == 0)
		y++; // RACE
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

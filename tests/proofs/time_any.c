/* Some time it is so late. */
// PROVED: confirmed
#include <pthread.h>
#include <time.h>

static int shared;

static void *work(void *a)
{
	if (time(0) == 1900000000)
		shared++; // RACE
	return a;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}

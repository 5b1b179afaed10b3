/* Any number, by the time of day. */
// PROVED: confirmed
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static int shared;

static void *work(void *a)
{
	if (rand() == 5)
		shared++; // RACE
	return a;
}

int main(void)
{
	pthread_t t, u;

	srand((unsigned)time(0));

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}

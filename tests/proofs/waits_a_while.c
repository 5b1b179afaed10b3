/* A wait with an end does end. */
// PROVED: confirmed
#include <poll.h>
#include <pthread.h>

static int shared;

static void *work(void *a)
{
	poll(0, 0, 10);
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

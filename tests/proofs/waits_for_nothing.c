/* A wait for nothing, without an end. */
// PROVED: assuming
#include <poll.h>
#include <pthread.h>

static int shared;

static void *work(void *a)
{
	poll(0, 0, -1);
	shared++; // NORACE reported: nobody gets here
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

/* A handler can be set as often as one likes. */
// PROVED: confirmed
#include <pthread.h>
#include <signal.h>

static int shared;

static void handle(int s)
{
	(void)s;
}

static void *work(void *a)
{
	struct sigaction act = { .sa_handler = handle };

	if (sigaction(SIGUSR1, &act, 0) == 0)
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

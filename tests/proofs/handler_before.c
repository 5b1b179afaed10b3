/* What signal returns is the handler that was set before. */
// PROVED: assuming
#include <pthread.h>
#include <signal.h>

static int shared;

static void handle(int s)
{
	(void)s;
}

static void *work(void *a)
{
	signal(SIGUSR1, handle);
	if (signal(SIGUSR1, handle) != handle)
		shared++; // NORACE reported: it is
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

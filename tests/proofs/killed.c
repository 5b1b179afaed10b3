/* Nobody goes on behind this. */
// PROVED: assuming
#include <pthread.h>
#include <signal.h>

static int shared;

static void *work(void *a)
{
	raise(SIGKILL);
	if (!shared)
		shared++; // NORACE reported: the process has ended
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

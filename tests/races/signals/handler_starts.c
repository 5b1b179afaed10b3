/* A handler starts a thread and waits for it: when the signal comes again, the thread is over. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int runs;

static void *worker(void *argument)
{
	runs++; // NORACE
	return argument;
}

static void on_signal(int number)
{
	pthread_t one;

	(void)number;
	pthread_create(&one, NULL, worker, NULL);
	pthread_join(one, NULL);
}

int main(void)
{
	signal(SIGUSR1, on_signal);
	pause();
	return 0;
}

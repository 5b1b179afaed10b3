/* As handler_starts.c, but nobody waits: the next signal starts a second thread beside the first. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int runs;

static void *worker(void *argument)
{
	runs++; // RACE 1
	return argument;
}

static void on_signal(int number)
{
	pthread_t one;

	(void)number;
	pthread_create(&one, NULL, worker, NULL);
}

int main(void)
{
	signal(SIGUSR1, on_signal);
	pause();
	return 0;
}

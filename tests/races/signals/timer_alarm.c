/* An interval timer by SIGALRM in a program with a worker thread: the handler posts a semaphore, which is allowed in a handler,
 * and the worker does the work. */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

static sem_t due;
static int rounds;

static void on_alarm(int number)
{
	(void)number;
	sem_post(&due);
}

static void *sweep(void *argument)
{
	for (int i = 0; i < 3; i++) {
		while (sem_wait(&due) != 0)
			;
		rounds++; // NORACE
	}
	return argument;
}

int main(void)
{
	struct itimerval every = { { 0, 1000 }, { 0, 1000 } }, off = { { 0, 0 }, { 0, 0 } };
	pthread_t sweeper;

	sem_init(&due, 0, 0);
	signal(SIGALRM, on_alarm);
	pthread_create(&sweeper, NULL, sweep, NULL);
	setitimer(ITIMER_REAL, &every, NULL);
	pthread_join(sweeper, NULL);
	setitimer(ITIMER_REAL, &off, NULL);
	printf("%d\n", rounds); // NORACE
	return 0;
}

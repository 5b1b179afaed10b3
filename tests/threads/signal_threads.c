/* A signal handler in a program with two threads: while one thread runs it, the signal is blocked in that thread only, and a
 * second one may be delivered to the other. So two of it may run at the same time. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

#include "snag_ask.h"

static volatile sig_atomic_t ticks;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int work_done;

static void on_alarm(int number)
{
	(void)number;
	ticks = 1; // RACE: an int for signals is not atomic between threads
}

static void work(void)
{
	pthread_mutex_lock(&lock);
	work_done++;
	pthread_mutex_unlock(&lock);
}

static void *worker(void *argument)
{
	work();
	return argument;
}

int main(void)
{
	pthread_t thread;

	signal(SIGALRM, on_alarm);
	pthread_create(&thread, NULL, worker, NULL);
	raise(SIGALRM);
	pthread_join(thread, NULL);
	snag_parallel(on_alarm, work); // ANSWER: yes
	snag_parallel(on_alarm, on_alarm); // ANSWER: yes
	printf("%d %d\n", work_done, (int)ticks);
	return 0;
}

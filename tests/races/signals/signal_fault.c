/* The handler of a fault runs in the thread that has made the mistake: while there is only one thread, nothing runs beside it. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static int stage, jobs;

static void report(int number)
{
	(void)number;
	if (stage) // NORACE
		_exit(jobs ? 2 : 1); // RACE 1: a fault of the worker
}

static void *worker(void *argument)
{
	return argument ? argument : &stage;
}

int main(void)
{
	pthread_t thread;

	signal(SIGSEGV, report);
	stage = 1; // NORACE: a fault here would be main's own
	pthread_create(&thread, NULL, worker, NULL);
	jobs = 1; // RACE 1
	pthread_join(thread, NULL);
	return 0;
}

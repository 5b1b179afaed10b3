/* A report at exit: the handler runs in main's thread when exit is called, and by then the workers have been joined. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long processed;

static void report(void)
{
	printf("%d\n", processed >= 0); // NORACE
}

static void *work(void *argument)
{
	for (int i = 0; i < 50; i++) {
		pthread_mutex_lock(&lock);
		processed++; // NORACE
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

int main(void)
{
	pthread_t workers[2];

	atexit(report);
	for (int i = 0; i < 2; i++)
		pthread_create(&workers[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(workers[i], NULL);
	return 0;
}

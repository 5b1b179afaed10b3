/* A wrapper starts the threads and puts the handles where it is told to; all are joined before the results are read. */
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 3 };

static int result[THREADS], total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument)
{
	int *mine = argument;

	*mine = 7; // NORACE
	pthread_mutex_lock(&lock);
	total += *mine; // NORACE
	pthread_mutex_unlock(&lock);
	return NULL;
}

static int start(pthread_t *thread, int *mine)
{
	if (!mine)
		return -1;
	return pthread_create(thread, NULL, work, mine);
}

int main(void)
{
	pthread_t thread[THREADS];

	for (int i = 0; i < THREADS; i++)
		if (start(&thread[i], &result[i]))
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	printf("%d %d\n", total, result[0]); // NORACE
	return 0;
}

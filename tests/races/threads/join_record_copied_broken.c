/* The record that leads to the array of handles is copied over by another one: the loop joins other handles. */
#include <pthread.h>
#include <stdlib.h>

struct pool { pthread_t *thread; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *worker(void *argument)
{
	pthread_mutex_lock(&lock);
	count++; // RACE 1 missed: members that bound two loops are known to be stored to by their names only (threads.h)
	pthread_mutex_unlock(&lock);
	return argument;
}

static void *idle(void *argument)
{
	return argument;
}

static void swap(struct pool *a, struct pool *b)
{
	struct pool old = *a;

	*a = *b;
	*b = old;
}

int main(void)
{
	struct pool busy = { calloc(4, sizeof(pthread_t)) }, spare = { calloc(4, sizeof(pthread_t)) };

	for (int i = 0; i < 4; i++)
		pthread_create(&spare.thread[i], NULL, idle, NULL);
	for (int i = 0; i < 4; i++)
		pthread_create(&busy.thread[i], NULL, worker, NULL);
	swap(&busy, &spare);
	for (int i = 0; i < 4; i++)
		pthread_join(busy.thread[i], NULL);
	count = 0; // RACE 1 missed
	return 0;
}

/* Each thread counts in a thread-local variable and adds it to the sum, under the lock, when it ends. Nobody else has its
 * address. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local long hits;
static long *counters[2], sum;

static void *worker(void *argument)
{
	int number = *(int *)argument;

	pthread_mutex_lock(&lock);
	counters[number] = NULL;
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < 20; i++)
		hits++; // NORACE
	pthread_mutex_lock(&lock);
	sum += hits; // NORACE
	pthread_mutex_unlock(&lock);
	return NULL;
}

static long look(void)
{
	long seen = 0;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < 2; i++)
		if (counters[i])
			seen += *counters[i]; // NORACE
	seen += sum;
	pthread_mutex_unlock(&lock);
	return seen;
}

int main(void)
{
	int numbers[2] = { 0, 1 };
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, worker, &numbers[i]);
	printf("%d\n", look() >= 0);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

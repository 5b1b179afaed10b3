/* The lock is taken if the program runs with threads, and given back if it does: one flag, set before the threads start. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int threaded;
static int entries;

static void insert(int n)
{
	if (threaded)
		pthread_mutex_lock(&lock);
	entries += n; // NORACE
	if (threaded)
		pthread_mutex_unlock(&lock);
}

static void *loader(void *argument)
{
	for (int i = 0; i < 1000; i++)
		insert(1);
	return argument;
}

static void *importer(void *argument)
{
	for (int i = 0; i < 1000; i++)
		insert(2);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	insert(10);
	threaded = 1;
	pthread_create(&one, NULL, loader, NULL);
	pthread_create(&two, NULL, importer, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", entries);
	return 0;
}

/* What pthread_once has made is only read afterwards; the statistics beside it have a lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int page_size, lookups;

static void detect(void)
{
	page_size = 4096; // NORACE
}

static int size(void)
{
	pthread_once(&once, detect);
	pthread_mutex_lock(&lock);
	lookups++; // NORACE
	pthread_mutex_unlock(&lock);
	return page_size; // NORACE
}

static void *mapper(void *argument)
{
	long mapped = 0;

	for (int i = 0; i < 1000; i++)
		mapped += size();
	printf("%ld\n", mapped);
	return argument;
}

static void *tuner(void *argument)
{
	if (size() < 8192)
		puts("small pages");
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, mapper, NULL);
	pthread_create(&two, NULL, tuner, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}

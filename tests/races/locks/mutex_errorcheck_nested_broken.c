/* As mutex_errorcheck_nested.c, but the outer function has stopped taking the lock for its own access. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t guard;
static int entries, batches;

static void add_entry(void)
{
	int nested = pthread_mutex_lock(&guard) == EDEADLK;

	entries++; // NORACE
	if (!nested)
		pthread_mutex_unlock(&guard);
}

static void add_batch(void)
{
	pthread_mutex_lock(&guard);
	add_entry();
	add_entry();
	pthread_mutex_unlock(&guard);
	batches++; // RACE 1
}

static void *worker(void *argument)
{
	for (int i = 0; i < 3000; i++) {
		add_batch();
		add_entry();
	}
	return argument;
}

int main(void)
{
	pthread_mutexattr_t attributes;
	pthread_t one, two;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&guard, &attributes);
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d in %d\n", entries, batches);
	return 0;
}

/* What a thread finds out about its stack is stored under the lock. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t stack_size, guard_size;
static void *stack_base;

static void measure(void)
{
	pthread_attr_t attributes;
	size_t size, guard;
	void *base;

	pthread_getattr_np(pthread_self(), &attributes);
	pthread_attr_getstack(&attributes, &base, &size);
	pthread_attr_getguardsize(&attributes, &guard);
	pthread_mutex_lock(&lock);
	stack_base = base; // NORACE
	stack_size = size; // NORACE
	guard_size = guard; // NORACE
	pthread_mutex_unlock(&lock);
	pthread_attr_destroy(&attributes);
}

static void *worker(void *argument)
{
	for (int i = 0; i < 20; i++)
		measure();
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", stack_size > guard_size && stack_base);
	return 0;
}

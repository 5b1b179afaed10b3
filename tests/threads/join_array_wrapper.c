/* The loop waits for each thread through a function that is handed the handle, or where it is, or the record that holds it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4 };

static pthread_t first[THREADS], second[THREADS], third[THREADS];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long by_value, by_address, twice;

static void *add_value(void *unused)
{
	pthread_mutex_lock(&m);
	by_value++; // NORACE
	pthread_mutex_unlock(&m);
	return unused;
}

static void *add_address(void *unused)
{
	pthread_mutex_lock(&m);
	by_address++; // NORACE
	pthread_mutex_unlock(&m);
	return unused;
}

static void *add_twice(void *unused)
{
	pthread_mutex_lock(&m);
	twice++; // NORACE
	pthread_mutex_unlock(&m);
	return unused;
}

static void wait_for(pthread_t handle)
{
	if (pthread_join(handle, NULL))
		abort();
}

static void wait_at(pthread_t *handle)
{
	pthread_join(*handle, NULL);
	printf("one less\n");
}

static void wait_on(pthread_t *handle)
{
	wait_for(*handle);
}

int main(void)
{
	for (int i = 0; i < THREADS; i++)
		pthread_create(&first[i], NULL, add_value, NULL);
	for (int i = 0; i < THREADS; i++)
		wait_for(first[i]);
	by_value++; // NORACE: all are over

	for (int i = 0; i < THREADS; i++)
		pthread_create(&second[i], NULL, add_address, NULL);
	for (int i = 0; i < THREADS; i++)
		wait_at(&second[i]);
	by_address++; // NORACE

	for (int i = 0; i < THREADS; i++)
		pthread_create(&third[i], NULL, add_twice, NULL);
	for (int i = 0; i < THREADS; i++)
		wait_on(&third[i]);
	twice++; // NORACE
	return 0;
}

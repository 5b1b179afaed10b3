/* The flag is set and read under a lock, the data it speaks of is not: whoever saw the flag comes after the data. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int complete;
static double average;

static void set_complete(void)
{
	pthread_mutex_lock(&lock);
	complete = 1; // NORACE
	pthread_mutex_unlock(&lock);
}

static int is_complete(void)
{
	int copy;

	pthread_mutex_lock(&lock);
	copy = complete; // NORACE
	pthread_mutex_unlock(&lock);
	return copy;
}

static void *measure(void *argument)
{
	average = 2.5; // NORACE
	set_complete();
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, measure, NULL);
	while (!is_complete())
		usleep(10);
	printf("%g\n", average); // NORACE
	pthread_join(thread, NULL);
	return 0;
}

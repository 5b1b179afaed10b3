/* As mutex_recursive.c, but both releases come before the last write: the count is down to zero there. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t log_lock;
static unsigned lines, pairs;

static void log_line(void)
{
	pthread_mutex_lock(&log_lock);
	lines++;
	pthread_mutex_unlock(&log_lock);
}

static void log_pair(void)
{
	pthread_mutex_lock(&log_lock);
	log_line();
	pthread_mutex_lock(&log_lock);
	log_line();
	pthread_mutex_unlock(&log_lock);
	pthread_mutex_unlock(&log_lock);
	pairs++; // RACE 1
}

static void *logger(void *argument)
{
	for (int i = 0; i < 300; i++)
		log_pair();
	return argument;
}

int main(void)
{
	pthread_mutexattr_t attributes;
	pthread_t one, two;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&log_lock, &attributes);
	pthread_mutexattr_destroy(&attributes);
	pthread_create(&one, NULL, logger, NULL);
	pthread_create(&two, NULL, logger, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%u lines, %u pairs\n", lines, pairs);
	pthread_mutex_destroy(&log_lock);
	return 0;
}

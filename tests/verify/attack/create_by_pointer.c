/* A thread that is started through a pointer to pthread_create. */
// VERIFY: race
#define _GNU_SOURCE
#include <pthread.h>

static int x;
int (*start)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = pthread_create;

static void *work(void *argument)
{
	x++; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t t;

	start(&t, NULL, work, NULL);
	x++; // RACE 1
	pthread_join(t, NULL);
	return 0;
}

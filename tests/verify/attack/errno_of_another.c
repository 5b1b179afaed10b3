/* The address of errno is that of one thread's own, and can be handed to another. */
// VERIFY: race
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

static int *mine;

static void *work(void *argument)
{
	*mine = 1; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t t;

	mine = &errno;
	pthread_create(&t, NULL, work, NULL);
	errno = 0; // RACE 1
	pthread_join(t, NULL);
	return 0;
}

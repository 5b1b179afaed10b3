/* As ifunc_call.c, but without the lock. */
#include <pthread.h>

static int total;

static void plain(void)
{
	total++; // RACE 1
}

static void (*choose(void))(void)
{
	return plain;
}

void count(void) __attribute__((ifunc("choose")));

static void *worker(void *argument)
{
	count();
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}

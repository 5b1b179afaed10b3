/* The wait is not in a loop: it may return without a signal, and the result is read while it is being written. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t computed = PTHREAD_COND_INITIALIZER;
static int done, result;

static void *compute(void *argument)
{
	for (int i = 0; i < 100; i++)
		result += i; // RACE 1
	pthread_mutex_lock(&lock);
	done = 1; // NORACE
	pthread_cond_signal(&computed);
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, compute, NULL);
	pthread_mutex_lock(&lock);
	if (!done) // NORACE
		pthread_cond_wait(&computed, &lock);
	pthread_mutex_unlock(&lock);
	printf("%d\n", result); // RACE 1
	pthread_join(thread, NULL);
	return 0;
}

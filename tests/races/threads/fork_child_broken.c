/* As fork_child.c, but what the child was to do is done by a thread. */
#include <pthread.h>
#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int level = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void *worker(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&lock);
		sum += level; // RACE 1
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

static void *helper(void *argument)
{
	level = 2; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t one;
	pthread_t two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, helper, NULL);
	pthread_join(two, NULL);
	pthread_join(one, NULL);
	printf("%ld\n", sum);
	return 0;
}

/* The child of a fork has memory of its own: what it stores nobody else sees. */
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
		sum += level; // NORACE
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

static void *helper(void *argument)
{
	level = 2; // NORACE
	return argument;
}

int main(void)
{
	pthread_t one;
	pid_t child;

	pthread_create(&one, NULL, worker, NULL);
	child = fork();
	if (child == 0) {
		helper(NULL);
		_exit(0);
	}
	waitpid(child, NULL, 0);
	pthread_join(one, NULL);
	printf("%ld\n", sum);
	return 0;
}

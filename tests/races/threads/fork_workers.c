/* Each of two threads forks: what a child counts is its own. */
#include <pthread.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int count;

static void *work(void *arg)
{
	pid_t child = fork();

	if (child == 0) {
		count++; // NORACE
		_exit(count); // NORACE
	}
	waitpid(child, NULL, 0);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	if (pthread_create(&a, NULL, work, NULL) || pthread_create(&b, NULL, work, NULL))
		return 1;
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}

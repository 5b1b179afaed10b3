/* A handler that runs in the child of each fork: no thread of the parent is there. */
#include <pthread.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int count;

static void in_child(void)
{
	count = 0; // NORACE
}

static void *work(void *arg)
{
	count++; // NORACE
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_atfork(NULL, NULL, in_child);
	if (pthread_create(&t, NULL, work, NULL))
		return 1;
	if (fork() == 0)
		_exit(0);
	pthread_join(t, NULL);
	return count; // NORACE
}

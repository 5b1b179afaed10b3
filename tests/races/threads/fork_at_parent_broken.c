/* As fork_at_child.c, but the handler is the one for the parent. */
#include <pthread.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int count;

static void in_parent(void)
{
	count = 0; // RACE 1
}

static void *work(void *arg)
{
	count++; // RACE 1
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_atfork(NULL, in_parent, NULL);
	if (pthread_create(&t, NULL, work, NULL))
		return 1;
	if (fork() == 0)
		_exit(0);
	pthread_join(t, NULL);
	return count; // NORACE
}

/* A server that forks: its child starts threads of its own, which share what the child has, and nothing with the parent. */
#include <pthread.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int served, logged;

static void *serve(void *arg)
{
	served++; // RACE 1
	return arg;
}

static void *log_lines(void *arg)
{
	logged++; // RACE 2
	return arg;
}

static int child_runs(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, serve, NULL))
		return 1;
	served++; // RACE 1
	logged = 0; // NORACE
	pthread_join(t, NULL);
	return served; // NORACE
}

int main(void)
{
	pthread_t t;
	pid_t child;

	if (pthread_create(&t, NULL, log_lines, NULL))
		return 1;
	child = fork();
	if (child == 0)
		_exit(child_runs());
	logged++; // RACE 2
	waitpid(child, NULL, 0);
	pthread_join(t, NULL);
	return 0;
}

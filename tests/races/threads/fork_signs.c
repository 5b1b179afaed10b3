/* Who is neither in the parent nor without a child is in the child. */
#include <pthread.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int mode = 1;

static void *work(void *arg)
{
	return mode == 1 ? arg : NULL; // NORACE
}

int main(void)
{
	pthread_t t;
	pid_t child;

	if (pthread_create(&t, NULL, work, NULL))
		return 1;
	child = fork();
	if (child < 0)
		return 1;
	if (child > 0) {
		waitpid(child, NULL, 0);
		pthread_join(t, NULL);
		return 0;
	}
	mode = 2; // NORACE
	_exit(0);
}

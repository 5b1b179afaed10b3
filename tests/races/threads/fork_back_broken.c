/* The function that forks comes back in the child as well, where its caller starts the thread. */
#include <pthread.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int mode = 1;

static void *work(void *arg)
{
	return mode == 1 ? arg : NULL; // RACE 1
}

static int split(void)
{
	pid_t child = fork();

	if (child == 0)
		return 1;
	return 0;
}

int main(void)
{
	pthread_t t;
	int is_child = split();

	if (pthread_create(&t, NULL, work, NULL))
		return 1;
	if (is_child)
		mode = 2; // RACE 1
	pthread_join(t, NULL);
	return 0;
}

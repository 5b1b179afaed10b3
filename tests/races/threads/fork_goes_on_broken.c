/* The child goes on with what the parent does, and both start the thread: it runs in the child, too. */
#include <pthread.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int mode = 1;

static void *work(void *arg)
{
	return mode == 1 ? arg : NULL; // RACE 1
}

int main(void)
{
	pthread_t t;
	pid_t child = fork();

	if (pthread_create(&t, NULL, work, NULL))
		return 1;
	if (child == 0)
		mode = 2; // RACE 1
	pthread_join(t, NULL);
	return 0;
}

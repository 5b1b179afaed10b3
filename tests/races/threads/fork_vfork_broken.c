/* A child of vfork runs in the memory of its parent, beside the parent's other threads. */
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

	if (pthread_create(&t, NULL, work, NULL))
		return 1;
	if (vfork() == 0) {
		mode = 2; // RACE 1
		_exit(0);
	}
	pthread_join(t, NULL);
	return 0;
}

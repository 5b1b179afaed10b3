/* As fork_switch.c, but it is the parent that stores. */
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
	switch (fork()) {
	case -1:
		return 1;
	case 0:
		_exit(0);
	default:
		mode = 2; // RACE 1
		break;
	}
	pthread_join(t, NULL);
	return 0;
}

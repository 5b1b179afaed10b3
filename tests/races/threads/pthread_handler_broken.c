/* As pthread_handler.c, but it counts in a plain variable, which the sender reads. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static int wakeups;
static atomic_int stop;

static void on_wakeup(int number)
{
	(void)number;
	wakeups++; // RACE 1
}

static void *sleeper(void *argument)
{
	while (!stop)
		usleep(1000);
	return argument;
}

int main(void)
{
	pthread_t thread;
	struct sigaction action = { .sa_handler = on_wakeup };

	sigemptyset(&action.sa_mask);
	sigaction(SIGUSR1, &action, NULL);
	pthread_create(&thread, NULL, sleeper, NULL);
	for (int i = 0; i < 5; i++) {
		pthread_kill(thread, SIGUSR1);
		usleep(500);
		if (wakeups > 3) // RACE 1
			break;
	}
	stop = 1;
	pthread_join(thread, NULL);
	printf("%d\n", wakeups > 0);
	return 0;
}

/* Threads begin with the mask of who starts them: the signal that main has blocked comes to none of them, but the one that only a worker blocks may still
 * come to main. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static long quiet, loud;

static void on_usr1(int number)
{
	quiet += number; // NORACE: the signal is blocked in all threads
}

static void on_usr2(int number)
{
	loud += number; // RACE 1
}

static void *worker(void *argument)
{
	sigset_t set;

	sigfillset(&set);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	quiet++; // NORACE
	loud++; // RACE 1
	return argument;
}

int main(void)
{
	sigset_t set;
	pthread_t t;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	signal(SIGUSR1, on_usr1);
	signal(SIGUSR2, on_usr2);
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	printf("%ld %ld\n", quiet, loud);
	return 0;
}

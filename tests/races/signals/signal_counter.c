/* A handler that runs in two threads counts what it gets in an atomic variable. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int received;

static void on_usr1(int number)
{
	(void)number;
	atomic_fetch_add(&received, 1); // NORACE
}

static void *worker(void *argument)
{
	for (int i = 0; i < 5; i++)
		raise(SIGUSR1);
	return argument;
}

int main(void)
{
	struct sigaction action = { .sa_handler = on_usr1 };
	pthread_t threads[2];

	sigemptyset(&action.sa_mask);
	sigaction(SIGUSR1, &action, NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d\n", atomic_load(&received)); // NORACE
	return 0;
}

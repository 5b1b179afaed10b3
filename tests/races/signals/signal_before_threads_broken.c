/* As signal_before_threads.c, but main writes it while the worker runs, too, which may take the signal: the handler then reads in one
 * thread what another one writes, and volatile sig_atomic_t is for one thread only. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t level;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long done;

static void on_user(int number)
{
	(void)number;
	if (level > 1) // RACE 1
		(void)!write(1, "user\n", 5);
}

static void *worker(void *argument)
{
	pthread_mutex_lock(&lock);
	done++; // NORACE
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t thread;

	signal(SIGUSR1, on_user);
	level = 2; // NORACE
	pthread_create(&thread, NULL, worker, NULL);
	level = 1; // RACE 1
	pthread_join(thread, NULL);
	level = 0; // NORACE
	printf("%ld\n", done);
	return 0;
}

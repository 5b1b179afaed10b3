/* A handler reads a volatile sig_atomic_t that main writes while there is no other thread that could take the signal: before the
 * worker is started, and after it was waited for. */
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
	if (level > 1) // NORACE
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
	pthread_join(thread, NULL);
	level = 0; // NORACE
	printf("%ld\n", done);
	return 0;
}

/* As signal_handler.c; the signal is kept back while the lock is held. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int requests, hangups;

static void on_hangup(int number)
{
	(void)number;
	pthread_mutex_lock(&lock); // NOSELF-DEADLOCK
	hangups++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void serve(void)
{
	sigset_t hangup, before;

	sigemptyset(&hangup);
	sigaddset(&hangup, SIGHUP);
	pthread_sigmask(SIG_BLOCK, &hangup, &before);
	pthread_mutex_lock(&lock);
	requests++; // NORACE
	pthread_mutex_unlock(&lock);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

int main(void)
{
	signal(SIGHUP, on_hangup);
	for (int i = 0; i < 1000; i++)
		serve();
	return 0;
}

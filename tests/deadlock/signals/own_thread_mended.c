/* Signals are blocked everywhere, and one thread fetches them with sigwait: it interrupts nobody. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void count(void)
{
	pthread_mutex_lock(&m);
	n++; // NORACE
	pthread_mutex_unlock(&m);
}

static void *fetches(void *arg)
{
	int number;

	sigwait(arg, &number);
	count();
	return NULL;
}

int main(void)
{
	static sigset_t set;
	pthread_t t;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_create(&t, NULL, fetches, &set);
	count();
	pthread_kill(t, SIGUSR1);
	pthread_join(t, NULL);
	return 0;
}

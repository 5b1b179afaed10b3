/* The signal is blocked meanwhile. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void on_usr1(int number)
{
	(void)number;
	pthread_mutex_lock(&m);
	n++; // NORACE
	pthread_mutex_unlock(&m);
}

int main(void)
{
	sigset_t set;

	signal(SIGUSR1, on_usr1);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_mutex_lock(&m);
	n++; // NORACE
	pthread_mutex_unlock(&m);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	return 0;
}

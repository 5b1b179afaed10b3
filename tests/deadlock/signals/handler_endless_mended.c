/* As handler_endless.c; the signal is blocked while the lock is held. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void on_usr1(int number)
{
	(void)number;
	pthread_mutex_lock(&m);
	n--; // NORACE
	pthread_mutex_unlock(&m);
}

static void serve(void)
{
	sigset_t set, before;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, &before);
	pthread_mutex_lock(&m);
	n++; // NORACE
	pthread_mutex_unlock(&m);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void serve_all(void)
{
	for (;;)
		serve();
}

int main(void)
{
	signal(SIGUSR1, on_usr1);
	serve_all();
}

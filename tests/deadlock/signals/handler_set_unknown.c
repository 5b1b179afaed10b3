/* Which signals are blocked where the lock is held is chosen at run time; the handler's is among them. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void on_signal(int number)
{
	(void)number;
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
}

int main(int argc, char **argv)
{
	int which = argc > 1 ? SIGALRM : SIGUSR1;
	sigset_t set;

	(void)argv;
	signal(which, on_signal);
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, which);
	alarm(1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	pthread_mutex_lock(&m);
	n--;
	pthread_mutex_unlock(&m);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	return 0;
}

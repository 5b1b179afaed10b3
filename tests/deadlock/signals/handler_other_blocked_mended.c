/* Signals are blocked where the lock is held, that of the handler among them. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void on_alarm(int number)
{
	(void)number;
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
}

int main(void)
{
	sigset_t set;

	signal(SIGALRM, on_alarm);
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGALRM);
	alarm(1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	pthread_mutex_lock(&m);
	n--;
	pthread_mutex_unlock(&m);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	return 0;
}

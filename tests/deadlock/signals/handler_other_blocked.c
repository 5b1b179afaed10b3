/* A signal is blocked where the lock is held, but another one than the handler's. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void on_alarm(int number)
{
	(void)number;
	pthread_mutex_lock(&m); // SELF-DEADLOCK
	n++;
	pthread_mutex_unlock(&m);
}

int main(void)
{
	sigset_t set;

	signal(SIGALRM, on_alarm);
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	alarm(1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	pthread_mutex_lock(&m);
	n--;
	pthread_mutex_unlock(&m);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	return 0;
}

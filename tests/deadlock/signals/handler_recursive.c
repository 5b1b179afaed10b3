/* The lock that the handler takes is one that its holder may take again. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t m;
static volatile sig_atomic_t seen;
static int n;

static void on_usr1(int number)
{
	(void)number;
	pthread_mutex_lock(&m);
	seen = 1;
	pthread_mutex_unlock(&m);
}

int main(void)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&m, &attr);
	signal(SIGUSR1, on_usr1);
	for (int i = 0; i < 10; i++) {
		pthread_mutex_lock(&m);
		n++;
		pthread_mutex_unlock(&m);
	}
	return seen;
}

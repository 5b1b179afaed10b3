/* Signals come to a handler, which takes the lock of who was interrupted. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void count(void)
{
	pthread_mutex_lock(&m); // SELF-DEADLOCK
	n++; // NORACE
	pthread_mutex_unlock(&m);
}

static void on_usr1(int number)
{
	(void)number;
	count();
}

int main(void)
{
	signal(SIGUSR1, on_usr1);
	count();
	return 0;
}

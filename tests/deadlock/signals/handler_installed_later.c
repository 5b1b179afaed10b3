/* The lock is taken and given back before the handler is installed: nothing comes in between. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n, kept;

static void on_usr1(int number)
{
	(void)number;
	pthread_mutex_lock(&m);
	n--; // NORACE
	pthread_mutex_unlock(&m);
}

int main(void)
{
	pthread_mutex_lock(&m);
	n++; // NORACE
	pthread_mutex_unlock(&m);
	signal(SIGUSR1, on_usr1);
	for (;;)
		kept++;
}

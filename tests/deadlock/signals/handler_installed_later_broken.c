/* As handler_installed_later.c; the handler is installed while the lock is held. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n, kept;

static void on_usr1(int number)
{
	(void)number;
	pthread_mutex_lock(&m); // SELF-DEADLOCK
	n--; // NORACE
	pthread_mutex_unlock(&m);
}

int main(void)
{
	pthread_mutex_lock(&m);
	signal(SIGUSR1, on_usr1);
	n++; // NORACE
	pthread_mutex_unlock(&m);
	for (;;)
		kept++;
}

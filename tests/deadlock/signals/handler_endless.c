/* The handler takes the lock that the interrupted thread holds, in a loop that never ends. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void on_usr1(int number)
{
	(void)number;
	pthread_mutex_lock(&m); // SELF-DEADLOCK
	n--; // NORACE
	pthread_mutex_unlock(&m);
}

static void serve(void)
{
	pthread_mutex_lock(&m);
	n++; // NORACE
	pthread_mutex_unlock(&m);
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

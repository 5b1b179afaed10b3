/* A signal handler takes a lock that the thread it interrupts may be holding. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int requests, hangups;

static void on_hangup(int number)
{
	(void)number;
	pthread_mutex_lock(&lock); // SELF-DEADLOCK
	hangups++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void serve(void)
{
	pthread_mutex_lock(&lock);
	requests++; // NORACE
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	signal(SIGHUP, on_hangup);
	for (int i = 0; i < 1000; i++)
		serve();
	return 0;
}

/* A handler that takes a lock which the thread may have that it interrupts; and one whose lock no other code of that thread takes. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, own = PTHREAD_MUTEX_INITIALIZER;
static long n, mine;

static void on_usr1(int number)
{
	pthread_mutex_lock(&own); // NOSELF-DEADLOCK
	mine += number;
	pthread_mutex_unlock(&own);
	pthread_mutex_lock(&lock); // SELF-DEADLOCK
	n += number;
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	signal(SIGUSR1, on_usr1);
	pthread_mutex_lock(&lock);
	n++;
	pthread_mutex_unlock(&lock);
	return 0;
}

/* The thread needs no lock that is held while it is waited for. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int state;

static void *worker(void *argument)
{
	pthread_mutex_lock(&b);
	state++; // NORACE
	state++; // NORACE
	pthread_mutex_unlock(&b);
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, worker, NULL);
	pthread_mutex_lock(&a); // NOWAIT-HOLDING
	pthread_join(thread, NULL); // NOWAIT-HOLDING
	state = 0; // NORACE
	pthread_mutex_unlock(&a);
	return 0;
}

/* The lock that is held while joining is not the one that the thread takes directly, but the thread waits with that one in
 * hand for the lock that is held. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int state;

static void *worker(void *argument)
{
	pthread_mutex_lock(&b);
	state++; // NORACE
	pthread_mutex_lock(&a);
	state++; // NORACE
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, worker, NULL);
	pthread_mutex_lock(&a); // WAIT-HOLDING 1
	pthread_join(thread, NULL); // WAIT-HOLDING 1
	state = 0; // NORACE
	pthread_mutex_unlock(&a);
	return 0;
}

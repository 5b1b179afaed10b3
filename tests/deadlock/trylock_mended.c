/* The second lock of the second thread is only tried for, and the first one is given back if it is not to be had: nobody
 * waits with b in hand. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *first(void *argument)
{
	pthread_mutex_lock(&a); // NODEADLOCK
	pthread_mutex_lock(&b); // NODEADLOCK
	total++; // NORACE
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return argument;
}

static void *second(void *argument)
{
	pthread_mutex_lock(&b); // NODEADLOCK
	if (pthread_mutex_trylock(&a) != 0) { // NODEADLOCK
		pthread_mutex_unlock(&b);
		return argument;
	}
	total--; // NORACE
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}

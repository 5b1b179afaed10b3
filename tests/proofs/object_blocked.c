/* The second thread stands at a lock that the first one has until it has ended another one: the two are never at both places. */
// PROVED: none
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static int gone, x;

static void *work(void *a)
{
	pthread_mutex_lock(&outer);
	if (!gone) {
		pthread_mutex_lock(&inner); // NORACE
		x++;
		pthread_mutex_unlock(&inner);
	}
	pthread_mutex_unlock(&outer);
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_lock(&outer);
	gone = 1;
	pthread_mutex_destroy(&inner); // NORACE
	pthread_mutex_unlock(&outer);
	pthread_join(t, NULL);
	return x;
}

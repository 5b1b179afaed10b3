// search: deadlock @first : not within
/* The signal is given while one thread waits; the second thread begins to wait afterwards. The signal is the first one's, so that
 * it cannot wait for ever, and main gets to the end. The second one may wait as long as the program runs. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting;

static void *first(void *argument)
{
	pthread_mutex_lock(&m);
	waiting = 1;
	pthread_cond_wait(&c, &m); // @first
	pthread_mutex_unlock(&m);
	return argument;
}

static void *second(void *argument)
{
	pthread_mutex_lock(&m);
	pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return argument;
}

int main(void)
{
	pthread_t t, u;
	int seen;

	pthread_create(&t, NULL, first, NULL);
	pthread_mutex_lock(&m);
	seen = waiting;
	if (seen)
		pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	if (!seen)
		return 1;
	pthread_create(&u, NULL, second, NULL);
	pthread_join(t, NULL);
	return 0;
}

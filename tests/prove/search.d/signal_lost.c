// search: --replay 1 deadlock @first : found: confirmed
/* The twin of signal_later: main does not look whether somebody waits. A signal that nobody waits for is lost. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *first(void *argument)
{
	pthread_mutex_lock(&m);
	pthread_cond_wait(&c, &m); // @first
	pthread_mutex_unlock(&m);
	return argument;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, first, NULL);
	pthread_mutex_lock(&m);
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}

/* A wait on a condition may end for no reason. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int n;

static void *other(void *unused)
{
	n = 1;
	pthread_mutex_lock(&m);
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, other, NULL);
	pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	n = 2;
	pthread_join(t, NULL);
	return 0;
}

/* It begins. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int turn = 0;

static void *ping(void *arg)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&m);
		while (turn != 0)
			pthread_cond_wait(&c, &m);
		turn = 1;
		pthread_cond_signal(&c);
		pthread_mutex_unlock(&m);
	}
	return arg;
}

static void *pong(void *arg)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&m);
		while (turn != 1)
			pthread_cond_wait(&c, &m);
		turn = 0;
		pthread_cond_signal(&c);
		pthread_mutex_unlock(&m);
	}
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, ping, NULL);
	pthread_create(&t2, NULL, pong, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}

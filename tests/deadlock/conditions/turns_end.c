/* Two take turns; who has an odd number of rounds does not hand the last turn on. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int turn, n;

static void *even(void *arg)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&m);
		while (turn != 0)
			pthread_cond_wait(&c, &m);
		n++;
		turn = 1;
		pthread_cond_signal(&c);
		pthread_mutex_unlock(&m);
	}
	return arg;
}

static void *odd(void *arg)
{
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&m);
		while (turn != 1)
			pthread_cond_wait(&c, &m); // DEADLOCK
		n++;
		turn = 0;
		pthread_cond_signal(&c);
		pthread_mutex_unlock(&m);
	}
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, even, NULL);
	pthread_create(&t2, NULL, odd, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}

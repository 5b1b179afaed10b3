/* The waiter keeps a second lock that the signaller needs before it can signal. */
// FLAGS: --rule deadlock --rule self-deadlock --rule wait-holding --rule lock-leak --rule unlock-unheld
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *arg)
{
	pthread_mutex_lock(&outer); // WAIT-HOLDING 1
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m); // WAIT-HOLDING 1
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&outer);
	return arg;
}

static void *signaller(void *arg)
{
	pthread_mutex_lock(&outer); // WAIT-HOLDING 1
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&outer);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, waiter, NULL);
	pthread_create(&t2, NULL, signaller, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}

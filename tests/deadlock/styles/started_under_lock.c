/* The lock is held while a thread is started and waited for to say that it runs, which it says behind that lock. */
#include <pthread.h>

static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int runs, n;

static void say(void)
{
	pthread_mutex_lock(&m);
	runs = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
}

static void *helper(void *arg)
{
	pthread_mutex_lock(&big); // WAIT-HOLDING 1
	n++;
	pthread_mutex_unlock(&big);
	say();
	return arg;
}

static void await(void)
{
	pthread_mutex_lock(&m);
	while (!runs)
		pthread_cond_wait(&c, &m); // WAIT-HOLDING 1
	pthread_mutex_unlock(&m);
}

int main(void)
{
	pthread_t t;

	pthread_mutex_lock(&big);
	pthread_create(&t, NULL, helper, NULL);
	await();
	pthread_mutex_unlock(&big);
	pthread_join(t, NULL);
	return 0;
}

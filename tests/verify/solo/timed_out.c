/* When the time is over the lock of the condition is held again. */
// VERIFY: race-free
#include <pthread.h>
#include <time.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int n;

static void *one(void *arg)
{
	struct timespec until = { 0, 0 };

	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		if (pthread_cond_timedwait(&c, &a, &until) != 0)
			n--;
		n++;
		pthread_mutex_unlock(&a);
	}
	return arg;
}

static void *two(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		n++;
		pthread_cond_broadcast(&c);
		pthread_mutex_unlock(&a);
	}
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, two, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return n > 5;
}

/* A child is waited for in the next round: the lock was given back in between. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static pthread_t helper;
static int running;

static void *child(void *a)
{
	data++; // RACE 1
	return a;
}

static void *other(void *a)
{
	pthread_mutex_lock(&lock);
	data--; // RACE 1
	pthread_mutex_unlock(&lock);
	return a;
}

int main(void)
{
	pthread_t o;

	pthread_create(&o, NULL, other, NULL);
	for (int round = 0; round < 5; round++) {
		pthread_mutex_lock(&lock);
		if (running)
			pthread_join(helper, NULL);
		running = 1;
		pthread_create(&helper, NULL, child, NULL);
		pthread_mutex_unlock(&lock);
	}
	pthread_join(helper, NULL);
	pthread_join(o, NULL);
	return 0;
}

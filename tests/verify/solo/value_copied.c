/* A record is copied under the lock, and what is in the copy decides. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static struct pair { int first, second; } n_of;
static int n, x;

static void *one(void *arg)
{
	for (int i = 0; i < 100; i++) {
		pthread_mutex_lock(&a);
		n_of.first = i;
		n_of.second = -i;
		pthread_mutex_unlock(&a);
	}
	x++;
	return arg;
}

static void *two(void *arg)
{
	for (int i = 0; i < 100; i++) {
		pthread_mutex_lock(&a);
		struct pair seen = n_of;
		pthread_mutex_unlock(&a);
		if (seen.second == -90)
			x++;
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

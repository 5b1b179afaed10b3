/* Where the lock was not got, nothing is touched. */
// VERIFY: race-free
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static int n, failed;

static void *one(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		if (pthread_mutex_trylock(&a) == 0) {
			n++;
			pthread_mutex_unlock(&a);
		}
	}
	return arg;
}

static void *two(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		if (pthread_mutex_trylock(&a) == 0) {
			n++;
			pthread_mutex_unlock(&a);
		} else {
			failed++;
		}
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

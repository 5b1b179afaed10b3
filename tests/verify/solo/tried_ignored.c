/* Once in a thousand times nobody looks whether the lock was got. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *one(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		if (pthread_mutex_trylock(&a) == 0 || i == 998) {
			n++;
			if (i != 998)
				pthread_mutex_unlock(&a);
		}
	}
	return arg;
}

static void *two(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		n++;
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

/* What is done with a value of a thread when that ends is done without the lock. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int n, x;

static void end(void *value)
{
	x += value != NULL;
}

static void *one(void *arg)
{
	pthread_setspecific(key, &n);
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

	pthread_key_create(&key, end);
	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, one, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return n > 5;
}

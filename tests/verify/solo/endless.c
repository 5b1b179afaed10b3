/* A thread counts for ever under the lock; main does without. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *one(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&a);
		n++;
		pthread_mutex_unlock(&a);
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, one, NULL);
	n = 5;
	return 0;
}

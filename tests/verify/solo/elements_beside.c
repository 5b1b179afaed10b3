/* As elements.c, but in one round of sixty it is the lock of the neighbour. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t l[4] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int at[4], n;

static void *one(void *arg)
{
	for (int i = 0; i < 60; i++) {
		int of = i == 50 ? (i + 1) % 4 : i % 4;
		pthread_mutex_lock(&l[of]);
		at[i % 4]++;
		pthread_mutex_unlock(&l[of]);
	}
	return arg;
}

static void *two(void *arg)
{
	for (int i = 0; i < 60; i++) {
		pthread_mutex_lock(&l[i % 3]);
		at[i % 3]++;
		pthread_mutex_unlock(&l[i % 3]);
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

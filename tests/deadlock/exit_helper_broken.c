/* As exit_helper.c, but the helper ends the thread only sometimes: behind a call of it the lock is given back twice. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
static int n, ends;

static void count_and_perhaps(void)
{
	pthread_mutex_lock(&k);
	ends++; // NORACE
	if (ends < 3) { // NORACE
		pthread_mutex_unlock(&k);
		return;
	}
	pthread_mutex_unlock(&k);
	pthread_exit(NULL);
}

static void *work(void *argument)
{
	pthread_mutex_lock(&m);
	if (n < 0) { // RACE 1
		pthread_mutex_unlock(&m);
		count_and_perhaps();
	}
	n++; // RACE 1
	pthread_mutex_unlock(&m); // UNLOCK-UNHELD
	return argument;
}

int main(void)
{
	pthread_t one, two;

	n = -3;
	pthread_create(&one, NULL, work, NULL);
	pthread_create(&two, NULL, work, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}

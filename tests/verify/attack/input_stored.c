/* Numbers from outside, stored under a lock. */
// VERIFY: race-free
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *other(void *unused)
{
	pthread_mutex_lock(&m);
	n += rand();
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	pthread_mutex_lock(&m);
	if (n > 100)
		n = rand() % 7;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}

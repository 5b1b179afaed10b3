/* A recursive mutex is free after as many unlocks as locks. */
// VERIFY: race-free
#include <pthread.h>

static pthread_mutex_t m;
static int n;

static void *other(void *unused)
{
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	n++;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_mutexattr_t a;

	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&m, &a);
	pthread_create(&t, NULL, other, NULL);
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}

/* The lock that comes first is one of two, chosen at run time; the other thread has an order of its own. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int which;

static void *first(void *arg)
{
	pthread_mutex_t *m = which ? &a : &b;

	pthread_mutex_lock(m); // DEADLOCK 1
	pthread_mutex_lock(&b); // DEADLOCK 1; SELF-DEADLOCK
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(m);
	return arg;
}

static void *second(void *arg)
{
	which = 1;
	pthread_mutex_lock(&b); // DEADLOCK 1
	pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}

/* Recursive mutexes do not block their owner, but they do block others: opposite orders are as bad as ever. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, b = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int total;

static void add(int n)
{
	pthread_mutex_lock(&a);
	total += n; // NORACE
	pthread_mutex_unlock(&a);
}

static void *first(void *argument)
{
	pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_lock(&b); // DEADLOCK 1
	add(1);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return argument;
}

static void *second(void *argument)
{
	pthread_mutex_lock(&b); // DEADLOCK 1
	pthread_mutex_lock(&a); // DEADLOCK 1
	add(-1);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return argument;
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

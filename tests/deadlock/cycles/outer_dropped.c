/* The outer lock is given back before the inner ones are taken: it is no gate. */
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int turns;

static void *first(void *arg)
{
	pthread_mutex_lock(&outer);
	turns++;
	pthread_mutex_unlock(&outer);
	pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_lock(&b); // DEADLOCK 1
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return arg;
}

static void *second(void *arg)
{
	pthread_mutex_lock(&outer);
	turns++;
	pthread_mutex_lock(&b); // DEADLOCK 1
	pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&outer);
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

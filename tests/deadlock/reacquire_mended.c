/* As reacquire.c; b is given back, too, before a is taken again. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int count, sum;

static void *work(void *argument)
{
	pthread_mutex_lock(&a); // NODEADLOCK
	pthread_mutex_lock(&b); // NODEADLOCK
	sum++; // NORACE
	pthread_mutex_unlock(&a);
	sum++; // NORACE
	pthread_mutex_unlock(&b);
	pthread_mutex_lock(&a); // NODEADLOCK
	count++; // NORACE
	pthread_mutex_unlock(&a);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, work, NULL);
	pthread_create(&t2, NULL, work, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}

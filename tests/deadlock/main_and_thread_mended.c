/* main takes the locks the other way round, after the thread has come to its end. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *thread(void *argument)
{
	pthread_mutex_lock(&a); // NODEADLOCK
	pthread_mutex_lock(&b); // NODEADLOCK
	total++; // NORACE
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return argument;
}

static void finish(void)
{
	pthread_mutex_lock(&b); // NODEADLOCK
	pthread_mutex_lock(&a); // NODEADLOCK
	total = 0; // NORACE
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	finish();
	return 0;
}

/* As wait_reacquire.c; the wait comes before the second lock. */
#include <pthread.h>

static pthread_mutex_t device = PTHREAD_MUTEX_INITIALIZER, handles = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int opening = 1, reserved;

static void *reserve(void *argument)
{
	pthread_mutex_lock(&device); // NODEADLOCK
	while (opening) // NORACE
		pthread_cond_wait(&opened, &device); // NODEADLOCK
	pthread_mutex_lock(&handles); // NODEADLOCK
	reserved++; // NORACE
	pthread_mutex_unlock(&handles);
	pthread_mutex_unlock(&device);
	return argument;
}

static void *finish_open(void *argument)
{
	pthread_mutex_lock(&device);
	opening = 0; // NORACE
	pthread_cond_broadcast(&opened);
	pthread_mutex_unlock(&device);
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, reserve, NULL);
	pthread_create(&t2, NULL, reserve, NULL);
	pthread_create(&t3, NULL, finish_open, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}

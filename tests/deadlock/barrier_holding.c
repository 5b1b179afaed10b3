/* One thread waits at the barrier with the lock that the other one needs on its way there. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;
static int parts, ready;

static void *left(void *argument)
{
	pthread_mutex_lock(&lock); // WAIT-HOLDING 1
	parts++; // NORACE
	pthread_barrier_wait(&both); // WAIT-HOLDING 1
	ready = 1; // NORACE
	pthread_mutex_unlock(&lock);
	return argument;
}

static void *right(void *argument)
{
	pthread_mutex_lock(&lock);
	parts++; // NORACE
	pthread_mutex_unlock(&lock);
	pthread_barrier_wait(&both);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_barrier_init(&both, NULL, 2);
	pthread_create(&t1, NULL, left, NULL);
	pthread_create(&t2, NULL, right, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return ready - 1; // NORACE
}

/* Opposite orders before and after a barrier that only one of the threads waits at. It is made for one: it keeps nobody. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t middle;
static int total;

static void *first(void *argument)
{
	pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_lock(&b); // DEADLOCK 1
	total++; // NORACE
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	pthread_barrier_wait(&middle);
	return argument;
}

static void *second(void *argument)
{
	pthread_mutex_lock(&b); // DEADLOCK 1
	pthread_mutex_lock(&a); // DEADLOCK 1
	total--; // NORACE
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_barrier_init(&middle, NULL, 1);
	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}

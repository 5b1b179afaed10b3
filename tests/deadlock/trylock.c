/* An attempt breaks no cycle where it is the first lock of the two: whoever got it then waits for the second. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *first(void *argument)
{
	pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_lock(&b); // DEADLOCK 1
	total++; // NORACE
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return argument;
}

static void *second(void *argument)
{
	if (pthread_mutex_trylock(&b) != 0) // DEADLOCK 1
		return argument;
	pthread_mutex_lock(&a); // DEADLOCK 1
	total--; // NORACE
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

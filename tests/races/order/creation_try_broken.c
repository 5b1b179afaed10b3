/* The child only tries to take the lock, and goes on without it. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *child(void *a)
{
	int got = pthread_mutex_trylock(&lock) == 0;

	data++; // RACE 1
	if (got)
		pthread_mutex_unlock(&lock);
	return a;
}

int main(void)
{
	pthread_t c;

	pthread_mutex_lock(&lock);
	pthread_create(&c, NULL, child, NULL);
	data = 5; // RACE 1
	pthread_mutex_unlock(&lock);
	pthread_join(c, NULL);
	return 0;
}

/* The mutex is made anew by who holds it: the next one does not wait. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *resetter(void *argument)
{
	pthread_mutex_lock(&lock);
	count = 1; // NORACE
	pthread_mutex_init(&lock, NULL); // RACE 2: main may be waiting for it
	count = 0; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, resetter, NULL);
	pthread_mutex_lock(&lock); // RACE 2
	count++; // RACE 1
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}

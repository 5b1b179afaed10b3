/* The child takes the lock first on all ways, or on one. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
static void *child(void *a)
{
	if (a)
		pthread_mutex_lock(&lock);
	value++; // RACE 1
	if (a)
		pthread_mutex_unlock(&lock);
	value++; // RACE 1
	return a;
}
int main(int argc, char **argv)
{
	pthread_t c;

	(void)argv;
	pthread_mutex_lock(&lock);
	pthread_create(&c, NULL, child, argc > 1 ? &value : NULL);
	value = 5; // RACE 1
	pthread_mutex_unlock(&lock);
	pthread_join(c, NULL);
	return 0;
}

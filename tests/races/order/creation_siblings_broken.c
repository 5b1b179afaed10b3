/* Both children live inside one section of main: the lock keeps others out, not the two from each other. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *child(void *a)
{
	data++; // RACE 1
	return a;
}

int main(void)
{
	pthread_t one, two;

	pthread_mutex_lock(&lock);
	pthread_create(&one, NULL, child, NULL);
	pthread_create(&two, NULL, child, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	pthread_mutex_unlock(&lock);
	return 0;
}

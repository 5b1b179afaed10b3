/* The creator is inside the same section as its child: the lock is no lock between the two. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *child(void *a)
{
	data++; // RACE 1
	return a;
}

static void *parent(void *a)
{
	pthread_t c;

	pthread_mutex_lock(&lock);
	pthread_create(&c, NULL, child, NULL);
	data--; // RACE 1
	pthread_join(c, NULL);
	pthread_mutex_unlock(&lock);
	return a;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, parent, NULL);
	pthread_create(&two, NULL, parent, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}

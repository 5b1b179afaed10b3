/* Two parents: a child has waited for its own one, and not for the other, which sets the table under the same lock later. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *child(void *a)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	return data ? a : NULL; // RACE 1
}

static void *parent(void *a)
{
	pthread_t c;

	pthread_mutex_lock(&lock);
	pthread_create(&c, NULL, child, NULL);
	data = 5; // RACE 1
	pthread_mutex_unlock(&lock);
	pthread_join(c, NULL);
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

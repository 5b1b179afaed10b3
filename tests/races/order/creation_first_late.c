/* The lock is let go and taken again before publishing in the broken one. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
static void *child(void *a)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	return value ? a : NULL; // NORACE
}
int main(void)
{
	pthread_t c;

	pthread_mutex_lock(&lock);
	pthread_create(&c, NULL, child, NULL);
	value = 5; // NORACE
	pthread_mutex_unlock(&lock);
	pthread_join(c, NULL);
	return 0;
}

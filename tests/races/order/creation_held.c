/* main holds the lock from before the start until behind the join: whoever takes it comes before or behind. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;
static void *child(void *a)
{
	data++; // NORACE
	return a;
}
static void *other(void *a)
{
	pthread_mutex_lock(&lock);
	data--; // NORACE
	pthread_mutex_unlock(&lock);
	return a;
}
int main(void)
{
	pthread_t c, o;

	pthread_create(&o, NULL, other, NULL);
	pthread_mutex_lock(&lock);
	pthread_create(&c, NULL, child, NULL);
	pthread_join(c, NULL);
	pthread_mutex_unlock(&lock);
	pthread_join(o, NULL);
	return 0;
}

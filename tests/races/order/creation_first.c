/* The child's first act is to take the lock that its creator holds until all is set up. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table[8], ready;
static void *child(void *a)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	ready += table[3]; // NORACE
	return a;
}
int main(void)
{
	pthread_t c;

	pthread_mutex_lock(&lock);
	pthread_create(&c, NULL, child, NULL);
	for (int i = 0; i < 8; i++)
		table[i] = i; // NORACE
	ready = 1; // NORACE
	pthread_mutex_unlock(&lock);
	pthread_join(c, NULL);
	return 0;
}

/* The thread's own id is stored by its creator under the lock that the thread takes first. */
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t id;
static void *child(void *a)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	printf("%lu\n", (unsigned long)id); // NORACE
	return a;
}
int main(void)
{
	pthread_mutex_lock(&lock);
	pthread_create(&id, NULL, child, NULL); // NORACE
	pthread_mutex_unlock(&lock);
	pthread_join(id, NULL);
	return 0;
}

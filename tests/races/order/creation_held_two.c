/* Two threads of which each starts a child under the same lock, and waits for it. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;
static void *grandchild(void *a)
{
	data++; // NORACE
	return a;
}
static void *child(void *a)
{
	pthread_t g;

	pthread_mutex_lock(&lock);
	pthread_create(&g, NULL, grandchild, NULL);
	pthread_join(g, NULL);
	pthread_mutex_unlock(&lock);
	return a;
}
int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, child, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}

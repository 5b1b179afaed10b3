/* A local decides, once, and is tested at both ends, with a loop between. */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *shared, size;
static void *worker(void *a)
{
	int own[8] = { 0 };
	int use_shared = rand() & 1;
	int *at = use_shared ? shared : own;

	if (!use_shared)
		pthread_mutex_lock(&lock);
	for (int i = 0; i < 8; i++)
		at[i]++; // RACE 1
	if (!use_shared)
		pthread_mutex_unlock(&lock);
	return a;
}
int main(void)
{
	pthread_t t[2];

	shared = calloc(8, sizeof *shared);
	size = 8;
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return size - 8;
}

/* Each thread is started behind the making of its own lock, while those of others are still to be made. */
#include <pthread.h>

enum { SHARDS = 8 };
static pthread_mutex_t lock[SHARDS];
static int n[SHARDS];

static void *worker(void *arg)
{
	long i = (long)arg;

	pthread_mutex_lock(&lock[i]); // NORACE
	n[i]++; // NORACE
	pthread_mutex_unlock(&lock[i]);
	return NULL;
}

int main(void)
{
	pthread_t t[SHARDS];

	for (long i = 0; i < SHARDS; i++) {
		pthread_mutex_init(&lock[i], NULL); // NORACE
		pthread_create(&t[i], NULL, worker, (void *)i);
	}
	for (int i = 0; i < SHARDS; i++)
		pthread_join(t[i], NULL);
	return 0;
}

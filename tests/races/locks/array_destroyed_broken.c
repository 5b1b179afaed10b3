/* As array_destroyed.c; one user is waited for too late. */
#include <pthread.h>

enum { SHARDS = 8 };
static struct shard {
	int n;
	pthread_mutex_t lock;
} shards[SHARDS];

static void *worker(void *arg)
{
	struct shard *s = &shards[*(int *)arg];

	pthread_mutex_lock(&s->lock); // RACE 1
	s->n++; // NORACE
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

int main(void)
{
	int one = 1, two = 2;
	pthread_t a, b;

	for (int i = 0; i < SHARDS; i++)
		pthread_mutex_init(&shards[i].lock, NULL);
	pthread_create(&a, NULL, worker, &one);
	pthread_create(&b, NULL, worker, &two);
	pthread_join(a, NULL);
	for (int i = 0; i < SHARDS; i++)
		pthread_mutex_destroy(&shards[i].lock); // RACE 1
	pthread_join(b, NULL);
	return 0;
}

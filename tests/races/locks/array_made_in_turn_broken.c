/* As array_made_in_turn.c; each thread takes all locks, one after the other. */
#include <pthread.h>

enum { SHARDS = 8 };
static pthread_mutex_t lock[SHARDS];
static int n[SHARDS];

static void *worker(void *arg)
{
	for (int i = 0; i < SHARDS; i++) {
		pthread_mutex_lock(&lock[i]); // RACE 1
		n[i]++; // NORACE
		pthread_mutex_unlock(&lock[i]);
	}
	return arg;
}

int main(void)
{
	pthread_t t[SHARDS];

	for (long i = 0; i < SHARDS; i++) {
		pthread_mutex_init(&lock[i], NULL); // RACE 1
		pthread_create(&t[i], NULL, worker, NULL);
	}
	for (int i = 0; i < SHARDS; i++)
		pthread_join(t[i], NULL);
	return 0;
}

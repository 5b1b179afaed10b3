/* One block, made once, and a record of it for each thread: each lock is made before its thread is started, while others run
 * that have theirs. */
#include <pthread.h>
#include <stdlib.h>

struct part {
	pthread_mutex_t lock;
	int n;
};

static struct part *parts;

static void *worker(void *arg)
{
	struct part *part = arg;

	pthread_mutex_lock(&part->lock); // NORACE
	part->n++;
	pthread_mutex_unlock(&part->lock);
	return NULL;
}

int main(void)
{
	pthread_t t[4];
	struct part *part = parts = calloc(4, sizeof *parts);

	for (int i = 0; i < 4; i++, part++) {
		pthread_mutex_init(&part->lock, NULL); // NORACE
		pthread_create(&t[i], NULL, worker, part);
	}
	for (int i = 0; i < 4; i++) {
		pthread_join(t[i], NULL);
		pthread_mutex_destroy(&parts[i].lock); // NORACE
	}
	return 0;
}

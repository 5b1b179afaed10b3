// The twin of object_block.c: the lock in the block is destroyed before the join that would make it safe; the block is freed behind
// it, which is in order.
#include <pthread.h>
#include <stdlib.h>

struct work {
	pthread_mutex_t lock;
	int done;
	pthread_t id;
};

static void *run(void *argument)
{
	struct work *w = argument;

	pthread_mutex_lock(&w->lock); // RACE 1
	w->done++;
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

int main(void)
{
	struct work *w = malloc(sizeof *w);

	if (!w)
		abort();
	pthread_mutex_init(&w->lock, NULL); // NORACE
	w->done = 0;
	pthread_create(&w->id, NULL, run, w);
	pthread_mutex_destroy(&w->lock); // RACE 1
	pthread_join(w->id, NULL);
	free(w); // NORACE
	return 0;
}

/* Each ring gets a job of its own. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	int n;
};

struct ring {
	pthread_mutex_t lock;
	struct job *at[8];
	unsigned head, tail;
};

static struct ring first = { .lock = PTHREAD_MUTEX_INITIALIZER }, second = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void give(struct ring *r, struct job *j)
{
	pthread_mutex_lock(&r->lock);
	if (r->head - r->tail < 8)
		r->at[r->head++ % 8] = j;
	pthread_mutex_unlock(&r->lock);
}

static struct job *take(struct ring *r)
{
	struct job *j = NULL;

	pthread_mutex_lock(&r->lock);
	if (r->head != r->tail)
		j = r->at[r->tail++ % 8];
	pthread_mutex_unlock(&r->lock);
	return j;
}

static void *worker(void *r)
{
	struct job *j = take(r);

	if (j)
		j->n++; // NORACE
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	struct job *j = calloc(1, sizeof *j);

	give(&first, j);
	give(&second, calloc(1, sizeof *j));
	pthread_create(&t[0], NULL, worker, &first);
	pthread_create(&t[1], NULL, worker, &second);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}

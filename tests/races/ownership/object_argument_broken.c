// Locks in records that threads get as their argument, a variable and a block, are destroyed before the threads are joined.
#include <pthread.h>
#include <stdlib.h>

struct box {
	int n;
	pthread_mutex_t m;
};

struct gate {
	int open;
	pthread_rwlock_t rw;
};

static struct box shelf;

static void *worker(void *arg)
{
	struct box *b = arg;

	pthread_mutex_lock(&b->m); // RACE 1
	b->n++;
	pthread_mutex_unlock(&b->m);
	return NULL;
}

static void *reader(void *arg)
{
	struct gate *g = arg;
	long r;

	pthread_rwlock_rdlock(&g->rw); // RACE 2
	r = g->open;
	pthread_rwlock_unlock(&g->rw);
	return (void *)r;
}

static void finish(struct box *b)
{
	pthread_mutex_destroy(&b->m); // RACE 1
}

static struct gate *make(void)
{
	struct gate *g = calloc(1, sizeof *g);

	if (!g)
		exit(1);
	pthread_rwlock_init(&g->rw, NULL); // NORACE
	return g;
}

int main(void)
{
	pthread_t t, u;
	struct gate *g = make();

	pthread_mutex_init(&shelf.m, NULL); // NORACE
	pthread_create(&t, NULL, worker, &shelf);
	pthread_create(&u, NULL, reader, g);
	finish(&shelf);
	pthread_rwlock_destroy(&g->rw); // RACE 2
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}

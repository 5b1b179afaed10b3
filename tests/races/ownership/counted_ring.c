/* A ring of pairs of function and argument, as thread pools have it: who moves the head past a pair, under the lock, has the argument for itself. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct entry {
	void (*run)(void *);
	void *argument;
};

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t more, room;
	struct entry *ring;
	size_t head, tail, size;
	int stop;
};

struct job {
	int number;
	long square;
};

static void *worker(void *argument)
{
	struct pool *p = argument;

	for (;;) {
		struct entry e;

		pthread_mutex_lock(&p->lock);
		while (p->head == p->tail && !p->stop) // NORACE
			pthread_cond_wait(&p->more, &p->lock);
		if (p->head == p->tail) { // NORACE
			pthread_mutex_unlock(&p->lock);
			return NULL;
		}
		e = p->ring[p->head]; // NORACE
		p->head = (p->head + 1) % p->size; // NORACE
		pthread_cond_signal(&p->room);
		pthread_mutex_unlock(&p->lock);
		e.run(e.argument);
	}
}

static void put(struct pool *p, void (*run)(void *), void *argument)
{
	struct entry e = { run, argument };

	pthread_mutex_lock(&p->lock);
	while ((p->tail + 1) % p->size == p->head) // NORACE
		pthread_cond_wait(&p->room, &p->lock);
	p->ring[p->tail] = e; // NORACE
	p->tail = (p->tail + 1) % p->size; // NORACE
	pthread_cond_signal(&p->more);
	pthread_mutex_unlock(&p->lock);
}

static void square(void *argument)
{
	struct job *j = argument;

	j->square = (long)j->number * j->number; // NORACE
	printf("%ld\n", j->square); // NORACE
	free(j); // NORACE
}

int main(void)
{
	static struct pool pool = { .lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER, .room = PTHREAD_COND_INITIALIZER };
	pthread_t thread[2];

	pool.size = 8;
	pool.ring = calloc(pool.size, sizeof *pool.ring);
	for (int i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, worker, &pool);
	for (int i = 0; i < 30; i++) {
		struct job *j = calloc(1, sizeof *j);

		j->number = i; // NORACE
		put(&pool, square, j);
	}
	pthread_mutex_lock(&pool.lock);
	pool.stop = 1;
	pthread_cond_broadcast(&pool.more);
	pthread_mutex_unlock(&pool.lock);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	return 0;
}

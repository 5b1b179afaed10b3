/* A request is done with before it goes back to the pool: the pool's lock is what hands it to the next user. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct request {
	struct request *next;
	int state;
};

struct pool {
	pthread_mutex_t lock;
	struct request *free;
};

static struct pool pool = { PTHREAD_MUTEX_INITIALIZER, NULL };

static struct request *request_get(struct pool *p)
{
	struct request *r;

	pthread_mutex_lock(&p->lock);
	r = p->free;
	if (r)
		p->free = r->next;
	pthread_mutex_unlock(&p->lock);
	if (!r && !(r = malloc(sizeof *r)))
		abort();
	r->state = 1; // NORACE
	return r;
}

static void request_put(struct pool *p, struct request *r)
{
	r->state = 0; // NORACE
	pthread_mutex_lock(&p->lock);
	r->next = p->free;
	p->free = r;
	pthread_mutex_unlock(&p->lock);
}

static void *handle(void *argument)
{
	for (int i = 0; i < 300; i++) {
		struct request *r = request_get(&pool);
		r->state++; // NORACE
		request_put(&pool, r);
	}
	return argument;
}

int main(void)
{
	pthread_t threads[4];
	int n = 0;

	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, handle, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	for (struct request *r = pool.free; r; r = r->next)
		n += r->state;
	printf("%d\n", n);
	return 0;
}

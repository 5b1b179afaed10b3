/* The same function is there for callers that have the lock. */
// FLAGS: --limit stuck-instructions=1
#include <pthread.h>
#include <stdlib.h>

struct store {
	pthread_mutex_t lock;
	int size, used;
};

static struct store *store;

static void account(struct store *s, int n)
{
	s->used += n;
}

static void write_block(struct store *s, int n)
{
	account(s, n);
}

static void write_page(struct store *s, int n)
{
	write_block(s, n * 2);
}

static void spill(struct store *s, int n)
{
	if (n > s->size)
		write_page(s, n);
}

static void evict(struct store *s, int n)
{
	spill(s, n + 1);
}

static void make_room(struct store *s, int n)
{
	evict(s, n);
}

static void put(struct store *s, int n)
{
	pthread_mutex_lock(&s->lock);
	make_room(s, n);
	s->used++;
	pthread_mutex_unlock(&s->lock);
}

static void *worker(void *arg)
{
	put(store, rand());
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	store = calloc(1, sizeof *store);
	if (!store)
		return 1;
	pthread_mutex_init(&store->lock, NULL);
	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}

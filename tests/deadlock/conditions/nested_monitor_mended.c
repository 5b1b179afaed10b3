/* The outer monitor is left before the inner one waits. */
#include <pthread.h>

struct box {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	int full;
};

static pthread_mutex_t store = PTHREAD_MUTEX_INITIALIZER;
static struct box box = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };
static int uses;

static void box_take(struct box *b)
{
	pthread_mutex_lock(&b->lock);
	while (!b->full)
		pthread_cond_wait(&b->filled, &b->lock);
	b->full = 0;
	pthread_mutex_unlock(&b->lock);
}

static void box_fill(struct box *b)
{
	pthread_mutex_lock(&b->lock);
	b->full = 1;
	pthread_cond_broadcast(&b->filled);
	pthread_mutex_unlock(&b->lock);
}

static void store_take(void)
{
	pthread_mutex_lock(&store);
	uses++;
	pthread_mutex_unlock(&store);
	box_take(&box);
}

static void store_fill(void)
{
	pthread_mutex_lock(&store);
	uses++;
	box_fill(&box);
	pthread_mutex_unlock(&store);
}

static void *taker(void *arg)
{
	store_take();
	return arg;
}

static void *filler(void *arg)
{
	store_fill();
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, taker, NULL);
	pthread_create(&t2, NULL, filler, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}

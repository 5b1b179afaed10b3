/* A pool grows thread by thread: a member counts the handles in its array, and whoever stops it goes up to that number. */
#include <pthread.h>
#include <stdlib.h>

enum { MOST = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	total++; // NORACE
	pthread_mutex_unlock(&lock);
	return NULL;
}

struct pool {
	unsigned n;
	pthread_t t[MOST];
};

static struct pool pool;

static void pool_add(struct pool *p)
{
	if (p->n < MOST && !pthread_create(&p->t[p->n], NULL, work, NULL))
		p->n++;
}

static void pool_stop(struct pool *p)
{
	for (unsigned i = 0; i < p->n; i++)
		pthread_join(p->t[i], NULL);
}

int main(int argc, char **argv)
{
	(void)argv;
	pool_add(&pool);
	if (argc > 1)
		pool_add(&pool);
	for (int i = 2; i < argc; i++)
		pool_add(&pool);
	pool_stop(&pool);
	total++; // NORACE
	return 0;
}

/* The counter steps before the element is chosen: the last handle is at the number, not below. */
#include <pthread.h>
#include <stdlib.h>

enum { MOST = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	total++; // RACE 1
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
	if (p->n + 1 < MOST) {
		p->n++;
		if (pthread_create(&p->t[p->n], NULL, work, NULL))
			abort();
	}
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
	total++; // RACE 1
	return 0;
}

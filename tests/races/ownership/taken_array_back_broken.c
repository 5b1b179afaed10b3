/* Slots of an array hold idle connections: who empties a slot owns what was there, and puts it back under the lock. */
#include <pthread.h>
#include <stdlib.h>

struct conn {
	int sent;
};

static struct pool {
	pthread_mutex_t lock;
	struct conn *slot[8];
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct conn *borrow(void)
{
	struct conn *c = NULL;

	pthread_mutex_lock(&pool.lock);
	for (int i = 0; i < 8; i++)
		if (pool.slot[i]) {
			c = pool.slot[i];
			pool.slot[7 - i] = NULL;
			break;
		}
	pthread_mutex_unlock(&pool.lock);
	return c;
}

static void give_back(struct conn *c)
{
	pthread_mutex_lock(&pool.lock);
	for (int i = 0; i < 8; i++)
		if (!pool.slot[i]) {
			pool.slot[i] = c;
			break;
		}
	pthread_mutex_unlock(&pool.lock);
}

static void *worker(void *a)
{
	for (int i = 0; i < 100; i++) {
		struct conn *c = borrow();

		if (!c)
			continue;
		c->sent++; // RACE 1
		give_back(c);
	}
	return a;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 8; i++)
		pool.slot[i] = calloc(1, sizeof *pool.slot[i]);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}

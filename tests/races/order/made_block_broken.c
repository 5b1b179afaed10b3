/* Each thread has a lock of its own. */
#include <pthread.h>
#include <stdlib.h>
struct cache { pthread_mutex_t lock; int *data; };
static _Atomic int sum;
static int *data_of(struct cache *c)
{
	pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;

	pthread_mutex_lock(&own);
	if (!c->data) { // RACE 1
		int *d = malloc(sizeof *d);

		if (!d)
			abort();
		*d = 3; // RACE 2
		c->data = d; // RACE 1
	}
	pthread_mutex_unlock(&own);
	return c->data; // RACE 1
}
static void *worker(void *a)
{
	sum += *data_of(a); // RACE 2
	return NULL;
}
int main(void)
{
	struct cache *c = calloc(1, sizeof *c);
	pthread_t t[2];

	pthread_mutex_init(&c->lock, NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, c);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return sum;
}

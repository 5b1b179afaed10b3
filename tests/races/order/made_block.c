/* Lock and pointer are in a block that main makes. */
#include <pthread.h>
#include <stdlib.h>
struct cache { pthread_mutex_t lock; int *data; };
static _Atomic int sum;
static int *data_of(struct cache *c)
{
	pthread_mutex_lock(&c->lock);
	if (!c->data) {
		int *d = malloc(sizeof *d);

		if (!d)
			abort();
		*d = 3;
		c->data = d; // NORACE
	}
	pthread_mutex_unlock(&c->lock);
	return c->data;
}
static void *worker(void *a)
{
	sum += *data_of(a);
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

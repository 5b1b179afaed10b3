/* Slots of a ring are handed by an atomic ticket each to one consumer. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct item { int n; };
static struct item *ring[64];
static atomic_uint next;
static void *worker(void *a)
{
	for (;;) {
		unsigned i = atomic_fetch_add(&next, 1);
		if (i >= 64)
			return a;
		ring[i]->n++; // NORACE reported: what an element that was drawn leads to is not its own
	}
}
int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 64; i++)
		ring[i] = calloc(1, sizeof *ring[i]);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}

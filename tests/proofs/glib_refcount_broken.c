/* GLib: main looks at the item when it has given its reference back; the other one may seal and free it meanwhile. */
#include <pthread.h>
#include <stdlib.h>

extern void g_atomic_int_inc(volatile int *);
extern int g_atomic_int_dec_and_test(volatile int *);

struct item {
	int refs;
	int sealed;
};

static void put(struct item *item)
{
	if (g_atomic_int_dec_and_test(&item->refs)) {
		item->sealed = 1; // RACE 1
		free(item); // RACE: main may read what is gone
	}
}

static void *work(void *item)
{
	put(item);
	return NULL;
}

int main(void)
{
	struct item *item = calloc(1, sizeof *item);
	pthread_t t;
	int looked;

	item->refs = 1;
	g_atomic_int_inc(&item->refs);
	pthread_create(&t, NULL, work, item);
	put(item);
	looked = item->sealed; // RACE 1
	pthread_join(t, NULL);
	return looked;
}

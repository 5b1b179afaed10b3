/* GLib: a reference that is given back by dec_and_test; who gives the last one back frees what nobody else can touch any more. */
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
		item->sealed = 1; // NORACE
		free(item);
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

	item->refs = 1;
	g_atomic_int_inc(&item->refs);
	pthread_create(&t, NULL, work, item);
	put(item);
	pthread_join(t, NULL);
	return 0;
}

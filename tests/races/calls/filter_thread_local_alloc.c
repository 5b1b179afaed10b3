/* --filter=thread-local-alloc leaves out races on memory that one of the two threads has allocated itself: most of them are
 * initialisation. This one is not: the order is counted after everybody can see it. */
// FLAGS: --filter=thread-local-alloc
#include <pthread.h>
#include <stdlib.h>

struct order {
	int items;
	struct order *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct order *orders;
static int closed;

static void *shop(void *unused)
{
	struct order *o = calloc(1, sizeof *o);

	if (!o)
		return NULL;
	pthread_mutex_lock(&lock);
	o->next = orders;
	orders = o;
	pthread_mutex_unlock(&lock);
	o->items = 3; // RACE 1 missed: the shop has allocated it, and the filter was asked for
	closed = 1; // RACE 2
	return unused;
}

static void *kitchen(void *total)
{
	pthread_mutex_lock(&lock);
	if (orders)
		*(int *)total = orders->items; // RACE 1 missed
	pthread_mutex_unlock(&lock);
	return closed ? total : NULL; // RACE 2
}

int main(void)
{
	pthread_t s, k;
	int total = 0;

	pthread_create(&s, NULL, shop, NULL);
	pthread_create(&k, NULL, kitchen, &total);
	pthread_join(s, NULL);
	pthread_join(k, NULL);
	free(orders);
	return total;
}

/* A library, and who does not have what it is given for itself: it frees only what nobody else counts on any more, or makes only what is not yet made. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	pthread_mutex_t lock;
	int count, ready, size;
};

void item_put(struct item *i)
{
	if (--i->count == 0) { // RACE; RACE 1
		pthread_mutex_destroy(&i->lock);
		free(i); // RACE 1
	}
}

void item_prepare(struct item *i)
{
	if (!i->ready) {
		pthread_mutex_init(&i->lock, NULL);
		i->ready = 1; // RACE
	}
	i->size = 8; // RACE
}

void item_free(struct item *i)
{
	if (!i)
		return;
	i->size = 0; // NORACE
	pthread_mutex_destroy(&i->lock);
	free(i);
}

/* The function without the lock comes first, and is the only one of its kind: as in getter.c, with the sides exchanged. */
#include <pthread.h>

struct tally {
	pthread_mutex_t lock;
	int length;
};

void tally_drop(struct tally *t)
{
	t->length--; // RACE 1
}

void tally_push(struct tally *t)
{
	pthread_mutex_lock(&t->lock);
	t->length++; // RACE 1
	pthread_mutex_unlock(&t->lock);
}

/* As reset_first.c, with the lock. */
#include <pthread.h>

struct tally {
	pthread_mutex_t lock;
	int length;
};

void tally_drop(struct tally *t)
{
	pthread_mutex_lock(&t->lock);
	t->length--; // NORACE
	pthread_mutex_unlock(&t->lock);
}

void tally_push(struct tally *t)
{
	pthread_mutex_lock(&t->lock);
	t->length++; // NORACE
	pthread_mutex_unlock(&t->lock);
}

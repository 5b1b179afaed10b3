/* The changes of the store, so that it can be made again. */
#include "depot.h"

#include <pthread.h>

#define LENGTH 1024

static struct {
	pthread_mutex_t lock;
	int key[LENGTH], value[LENGTH];
	int count;
} journal = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Called with the lock of the store held: the order of the journal is the order of the changes. */
void journal_write(int key, int value)
{
	pthread_mutex_lock(&journal.lock); // DEADLOCK 1
	if (journal.count < LENGTH) {
		journal.key[journal.count] = key;
		journal.value[journal.count] = value;
		journal.count++;
	}
	pthread_mutex_unlock(&journal.lock);
}

/* A journal much longer than the store is written anew. store_count takes the lock of the store: now the two locks are taken in
 * both orders. */
void journal_compact(void)
{
	pthread_mutex_lock(&journal.lock);
	if (journal.count > 2 * store_count())
		journal.count = 0;
	pthread_mutex_unlock(&journal.lock);
}

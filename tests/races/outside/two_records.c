/* Copies from one record to another, each with its own lock: the source is read under the lock of the destination. */
#include <pthread.h>

struct account {
	pthread_mutex_t lock;
	long balance;
};

void account_copy(struct account *to, struct account *from)
{
	pthread_mutex_lock(&to->lock);
	to->balance = from->balance; // RACE 1: the lock of `from` is not held
	pthread_mutex_unlock(&to->lock);
}

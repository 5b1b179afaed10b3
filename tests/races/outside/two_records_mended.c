/* As two_records.c, but the source is read under its own lock. */
#include <pthread.h>

struct account {
	pthread_mutex_t lock;
	long balance;
};

void account_copy(struct account *to, struct account *from)
{
	long n;

	pthread_mutex_lock(&from->lock);
	n = from->balance; // NORACE
	pthread_mutex_unlock(&from->lock);
	pthread_mutex_lock(&to->lock);
	to->balance = n; // NORACE
	pthread_mutex_unlock(&to->lock);
}

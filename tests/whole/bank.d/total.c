#include "account.h"

long total(struct account *a, struct account *b)
{
	long sum;

	pthread_mutex_lock(&a->lock);
	pthread_mutex_lock(&b->lock); // NOSELF-DEADLOCK: another account
	sum = a->balance + b->balance;
	if (sum < 0) {
		pthread_mutex_unlock(&b->lock);
		return -1; // LOCK-LEAK
	}
	pthread_mutex_unlock(&b->lock);
	pthread_mutex_unlock(&a->lock);
	return sum;
}

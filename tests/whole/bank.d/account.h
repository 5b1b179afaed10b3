#ifndef ACCOUNT_H
#define ACCOUNT_H

#include <pthread.h>

struct account {
	pthread_mutex_t lock;
	long balance;
	unsigned moves;
};

static inline void account_lock(struct account *a)
{
	pthread_mutex_lock(&a->lock);
}

static inline void account_unlock(struct account *a)
{
	pthread_mutex_unlock(&a->lock);
}

int transfer(struct account *from, struct account *to, long amount);
long total(struct account *a, struct account *b);

#endif

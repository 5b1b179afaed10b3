#ifndef POOL_H
#define POOL_H

#include <pthread.h>

struct buffer {
	struct buffer *next;
	struct pool *owner;
	unsigned char bytes[32];
};

struct pool {
	pthread_mutex_t lock;
	struct buffer *free;
	int lent;
};

void pool_init(struct pool *pool, struct buffer *buffers, int n);
struct buffer *pool_get(struct pool *pool);
void pool_put(struct buffer *buffer);

#endif

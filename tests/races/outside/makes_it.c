/* Who makes the lock of a record that it was handed has the record for itself: nobody can have taken the lock before. */
#include <pthread.h>
#include <string.h>

struct pool {
	pthread_mutex_t lock;
	int size;
};

int pool_init(struct pool *p, int size)
{
	memset(p, 0, sizeof *p); // NORACE
	p->size = size; // NORACE
	return pthread_mutex_init(&p->lock, NULL);
}

void pool_grow(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	p->size++; // NORACE
	pthread_mutex_unlock(&p->lock);
}

void pool_end(struct pool *p)
{
	p->size = 0; // NORACE
	pthread_mutex_destroy(&p->lock);
}

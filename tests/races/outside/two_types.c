/* Two kinds of records with the same members are two kinds: what is handed over as one is not the other. */
#include <pthread.h>

struct tx {
	pthread_mutex_t lock;
	long bytes;
};

struct rx {
	pthread_mutex_t lock;
	long bytes;
};

void tx_add(struct tx *t, long n)
{
	pthread_mutex_lock(&t->lock);
	t->bytes += n; // NORACE
	pthread_mutex_unlock(&t->lock);
}

void rx_clear(struct rx *r)
{
	pthread_mutex_lock(&r->lock);
	r->bytes = 0; // NORACE
	pthread_mutex_unlock(&r->lock);
}

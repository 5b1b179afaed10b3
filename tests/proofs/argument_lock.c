/* A library: what an argument's own lock guards, and a twin that nothing guards. */
#include <pthread.h>

struct box {
	pthread_mutex_t lock;
	int n, hint;
};

void box_add(struct box *b, int k)
{
	pthread_mutex_lock(&b->lock);
	b->n += k; // NORACE
	pthread_mutex_unlock(&b->lock);
	b->hint = k; // RACE 1
}

int box_take(struct box *b)
{
	int n = 0;

	if (pthread_mutex_trylock(&b->lock))
		return -1;
	n = b->n; // NORACE
	b->n = 0; // NORACE
	pthread_mutex_unlock(&b->lock);
	return n;
}

/* Functions without a body, and no row of a model: that they take and give back a lock is what their declarations say. */
#include <pthread.h>

#include "annotations.h"

struct spot {
	int word;
};
struct pool {
	int n, m, k;
};

void spot_lock(struct spot *s) ACQUIRE(*s);
void spot_unlock(struct spot *s) RELEASE(*s);
int spot_try(struct spot *s) TRY_ACQUIRE(1, s);
static struct spot spot;
static struct pool pool;

static void *work(void *arg)
{
	spot_lock(&spot);
	pool.n++; // NORACE
	spot_unlock(&spot);
	pool.m++; // RACE 1
	if (spot_try(&spot)) {
		pool.k++; // NORACE
		spot_unlock(&spot);
	}
	return arg;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, 0, work, 0);
	spot_lock(&spot);
	pool.n++; // NORACE
	pool.m++; // RACE 1
	pool.k++; // NORACE
	spot_unlock(&spot);
	pthread_join(a, 0);
	return 0;
}

/* A new mutex is made while another one is held. */
#include <pthread.h>
#include <stdlib.h>

struct box { pthread_mutex_t lock; int n; };
static struct box first = { PTHREAD_MUTEX_INITIALIZER, 0 };
static struct box *latest;

static void *maker(void *argument)
{
	struct box *box = calloc(1, sizeof *box);

	if (!box)
		return NULL;
	pthread_mutex_lock(&first.lock);
	pthread_mutex_init(&box->lock, NULL);
	first.n++; // NORACE
	latest = box;
	pthread_mutex_unlock(&first.lock);
	return argument;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, maker, NULL);
	pthread_mutex_lock(&first.lock);
	first.n++; // NORACE
	pthread_mutex_unlock(&first.lock);
	pthread_join(t, NULL);
	return latest != NULL;
}

/* Pointers go through integers and back without a cast: warnings of gcc. */
#include <pthread.h>

struct counter {
	int n;
};

static struct counter shared;
static struct counter *const own_of[2];

static void *worker(void *arg)
{
	struct counter *c = (long)arg;

	c->n++; // RACE 1
	return c->n == own_of; // RACE 1
}

int main(void)
{
	long address = &shared;
	pthread_t t;
	char *none = 'x';

	pthread_create(&t, 0, worker, address);
	shared.n++; // RACE 1
	pthread_join(t, 0);
	return none;
}

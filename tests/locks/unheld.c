/* Given back twice, or never taken. A lock that the caller may have taken is the caller's business. */
#include <pthread.h>

struct conn {
	pthread_mutex_t lock;
	int state;
};

static pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER;
static int n;

void twice(void)
{
	pthread_mutex_lock(&g);
	n++; // RACE 1
	pthread_mutex_unlock(&g);
	pthread_mutex_unlock(&g); // UNLOCK-UNHELD
}

void twice_on_error(struct conn *c)
{
	pthread_mutex_lock(&c->lock);
	if (c->state < 0) {
		pthread_mutex_unlock(&c->lock);
		goto out;
	}
	c->state++;
out:
	pthread_mutex_unlock(&c->lock); // UNLOCK-UNHELD
}

void once_on_error(struct conn *c)
{
	pthread_mutex_lock(&c->lock);
	if (c->state < 0)
		goto out;
	c->state++;
out:
	pthread_mutex_unlock(&c->lock); // NOUNLOCK-UNHELD
}

void callers_lock(struct conn *c)
{
	c->state = 3; // NORACE reported: entered with the lock that it releases
	pthread_mutex_unlock(&c->lock); // NOUNLOCK-UNHELD
}

void callers_lock_twice(struct conn *c)
{
	pthread_mutex_unlock(&c->lock);
	n++; // RACE 1
	pthread_mutex_unlock(&c->lock); // UNLOCK-UNHELD
}

void drop_and_retake(struct conn *c)
{
	pthread_mutex_unlock(&c->lock); // NOUNLOCK-UNHELD
	n++; // RACE 1
	pthread_mutex_lock(&c->lock);
}

void local_never_taken(void)
{
	pthread_mutex_t m;

	pthread_mutex_init(&m, NULL);
	n++; // RACE 1
	pthread_mutex_unlock(&m); // UNLOCK-UNHELD
	pthread_mutex_destroy(&m);
}

void local_taken(void)
{
	pthread_mutex_t m;

	pthread_mutex_init(&m, NULL);
	pthread_mutex_lock(&m);
	n++; // RACE 1
	pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
	pthread_mutex_destroy(&m);
}

void two_conns(struct conn *a, struct conn *b)
{
	pthread_mutex_lock(&a->lock);
	pthread_mutex_lock(&b->lock);
	pthread_mutex_unlock(&a->lock);
	pthread_mutex_unlock(&b->lock); // NOUNLOCK-UNHELD
}

/* A configuration that is read, given back, and then written. */
#include <pthread.h>

struct config {
	pthread_rwlock_t lock;
	int version, stale;
};

static struct config config = { PTHREAD_RWLOCK_INITIALIZER, 0, 1 };

static void reload(struct config *c)
{
	pthread_rwlock_wrlock(&c->lock);
	c->version++;
	c->stale = 0;
	pthread_rwlock_unlock(&c->lock);
}

static int version(struct config *c)
{
	int v, stale;

	pthread_rwlock_rdlock(&c->lock);
	stale = c->stale;
	pthread_rwlock_unlock(&c->lock);
	if (stale)
		reload(c);
	pthread_rwlock_rdlock(&c->lock);
	v = c->version;
	pthread_rwlock_unlock(&c->lock);
	return v;
}

static void *asker(void *arg)
{
	(void)version(&config);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, asker, NULL);
	pthread_create(&t2, NULL, asker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}

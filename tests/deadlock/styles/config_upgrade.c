/* A configuration that is read, and written again while it is held for reading. */
#include <pthread.h>

struct config {
	pthread_rwlock_t lock;
	int version, stale;
};

static struct config config = { PTHREAD_RWLOCK_INITIALIZER, 0, 1 };

static void reload(struct config *c)
{
	pthread_rwlock_wrlock(&c->lock); // SELF-DEADLOCK
	c->version++;
	c->stale = 0;
	pthread_rwlock_unlock(&c->lock);
}

static int version(struct config *c)
{
	int v, stale;

	pthread_rwlock_rdlock(&c->lock);
	stale = c->stale;
	if (stale)
		reload(c);
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

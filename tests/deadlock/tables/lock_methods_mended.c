/* Locks of two kinds behind a table of methods: acquire and release come from the same table. In one order. */
#include <pthread.h>

struct lock;

struct lock_methods {
	void (*acquire)(struct lock *);
	void (*release)(struct lock *);
};

struct lock {
	const struct lock_methods *methods;
	pthread_mutex_t mutex;
	pthread_rwlock_t rw;
};

static void mutex_acquire(struct lock *l)
{
	pthread_mutex_lock(&l->mutex);
}

static void mutex_release(struct lock *l)
{
	pthread_mutex_unlock(&l->mutex);
}

static void rw_acquire(struct lock *l)
{
	pthread_rwlock_wrlock(&l->rw);
}

static void rw_release(struct lock *l)
{
	pthread_rwlock_unlock(&l->rw);
}

static const struct lock_methods mutex_methods = { mutex_acquire, mutex_release };
static const struct lock_methods rw_methods = { rw_acquire, rw_release };
static struct lock a = { .methods = &mutex_methods, .mutex = PTHREAD_MUTEX_INITIALIZER };
static struct lock b = { .methods = &rw_methods, .rw = PTHREAD_RWLOCK_INITIALIZER };
static int n;

static void take(struct lock *l)
{
	l->methods->acquire(l);
}

static void give(struct lock *l)
{
	l->methods->release(l);
}

static void *first(void *arg)
{
	take(&a);
	take(&b);
	n++;
	give(&b);
	give(&a);
	return arg;
}

static void *second(void *arg)
{
	take(&a);
	take(&b);
	n++;
	give(&a);
	give(&b);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}

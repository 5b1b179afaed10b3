/* Locking by a table of functions: the pool that two threads use was made with the functions that really lock, the one that only
 * main uses with those that do nothing. */
#include <pthread.h>
#include <stdio.h>

struct lock_operations {
	void (*enter)(void *);
	void (*leave)(void *);
};

struct pool {
	const struct lock_operations *ops;
	pthread_mutex_t mutex;
	long allocated;
};

static void real_enter(void *mutex)
{
	pthread_mutex_lock(mutex);
}

static void real_leave(void *mutex)
{
	pthread_mutex_unlock(mutex);
}

static void no_lock(void *mutex)
{
	(void)mutex;
}

static const struct lock_operations real = { real_enter, real_leave };
static const struct lock_operations none = { no_lock, no_lock };

static struct pool own = { .ops = &none, .mutex = PTHREAD_MUTEX_INITIALIZER };
static struct pool shared = { .ops = &real, .mutex = PTHREAD_MUTEX_INITIALIZER };

static void pool_allocate(struct pool *p, long size)
{
	p->ops->enter(&p->mutex);
	p->allocated += size; // NORACE
	p->ops->leave(&p->mutex);
}

static void *user(void *argument)
{
	for (int i = 0; i < 1000; i++)
		pool_allocate(&shared, 32);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, user, NULL);
	pthread_create(&two, NULL, user, NULL);
	pool_allocate(&own, 64);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%ld %ld\n", shared.allocated, own.allocated);
	return 0;
}

/* As atomic_sync_lock.c, but the lock is released by a plain assignment: a race for the lock itself and for what it guards. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

struct lock {
	int taken;
};

struct pool {
	struct lock lock;
	int free_pages;
};

static struct pool pool = { .free_pages = 1000 };

static void lock_take(struct lock *l)
{
	while (__sync_lock_test_and_set(&l->taken, 1)) // RACE 1
		sched_yield();
}

static void lock_drop(struct lock *l)
{
	l->taken = 0; // RACE 1
}

static void page_get(struct pool *p)
{
	lock_take(&p->lock);
	p->free_pages--; // RACE 2
	lock_drop(&p->lock);
}

static void *user(void *argument)
{
	for (int i = 0; i < 200; i++)
		page_get(&pool);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, user, NULL);
	pthread_create(&two, NULL, user, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", pool.free_pages);
	return 0;
}

/* Lock and unlock are functions of a table; two objects, two orders. */
#include <pthread.h>

struct lock {
	pthread_mutex_t m;
	void (*take)(struct lock *);
	void (*give)(struct lock *);
};

static void take(struct lock *l)
{
	pthread_mutex_lock(&l->m);
}

static void give(struct lock *l)
{
	pthread_mutex_unlock(&l->m);
}

static struct lock a = { PTHREAD_MUTEX_INITIALIZER, take, give }, b = { PTHREAD_MUTEX_INITIALIZER, take, give };

static void *first(void *arg)
{
	a.take(&a); // DEADLOCK 1
	b.take(&b); // DEADLOCK 1
	b.give(&b);
	a.give(&a);
	return arg;
}

static void *second(void *arg)
{
	b.take(&b); // DEADLOCK 1
	a.take(&a); // DEADLOCK 1
	a.give(&a);
	b.give(&b);
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

/* A lock that is reached through a function which only computes its address is the same lock. */
#include <pthread.h>
#include <stdbool.h>

struct raw {
	pthread_mutex_t m;
};

struct dev {
	int irq, blocked;
	struct raw lock;
};

static struct dev root;

static inline struct raw *check(struct raw *l)
{
	return l;
}

static inline pthread_mutex_t *lock_of(struct dev *d)
{
	return &d->lock.m;
}

static struct dev *get_root(void)
{
	return &root;
}

/* Not a getter: each call may give another one. */
static pthread_mutex_t *some_lock(struct dev *d)
{
	return d->irq ? &d->lock.m : &root.lock.m;
}

static void raw_lock(struct raw *l)
{
	pthread_mutex_lock(&l->m);
}

static void raw_unlock(struct raw *l)
{
	pthread_mutex_unlock(&l->m);
}

void drop_and_retake(struct dev *d)
{
	raw_lock(check(&d->lock));
	if (d->blocked) {
		raw_unlock(&d->lock);
		d->irq++; // RACE 1
		raw_lock(check(&d->lock));
	}
	raw_unlock(&d->lock); // NOUNLOCK-UNHELD
}

void drop_and_forget(struct dev *d)
{
	raw_lock(check(&d->lock));
	if (d->blocked) {
		raw_unlock(&d->lock);
		d->irq++; // RACE 1
	}
	raw_unlock(&d->lock); // UNLOCK-UNHELD
}

int member(struct dev *d)
{
	pthread_mutex_lock(lock_of(d));
	if (d->irq < 0)
		return -1; // LOCK-LEAK
	pthread_mutex_unlock(&d->lock.m);
	return 0;
}

void member_twice(struct dev *d)
{
	pthread_mutex_lock(&d->lock.m);
	pthread_mutex_lock(lock_of(d)); // SELF-DEADLOCK
	pthread_mutex_unlock(&d->lock.m);
}

int global(int x)
{
	struct dev *d = get_root();

	pthread_mutex_lock(&d->lock.m);
	if (x < 0)
		return -1; // LOCK-LEAK
	pthread_mutex_unlock(&get_root()->lock.m);
	return 0;
}

void not_the_same(struct dev *d)
{
	pthread_mutex_lock(some_lock(d));
	d->irq = !d->irq; // RACE 1
	pthread_mutex_lock(some_lock(d)); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&d->lock.m);
	pthread_mutex_unlock(&root.lock.m); // NOUNLOCK-UNHELD
}

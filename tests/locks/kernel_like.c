/* The shape of the kernel's spin locks: inline functions over one function on an inner member. */
#include <pthread.h>

typedef struct raw {
	pthread_spinlock_t v;
} raw_t;

typedef struct lock {
	union {
		struct raw rlock;
	};
} lock_t;

static inline raw_t *raw_of(lock_t *l)
{
	return &l->rlock;
}

static inline void my_lock(lock_t *l)
{
	pthread_spin_lock(&l->rlock.v);
}

static inline void my_unlock(lock_t *l)
{
	pthread_spin_unlock(&l->rlock.v);
}

static inline int my_trylock(lock_t *l)
{
	return !pthread_spin_trylock(&l->rlock.v);
}

struct dev {
	int irq;
	lock_t lock;
};

int dev_start(struct dev *d)
{
	my_lock(&d->lock);
	if (d->irq < 0)
		return -22; // LOCK-LEAK
	my_unlock(&d->lock);
	return 0;
}

void dev_stop(struct dev *d)
{
	my_lock(&d->lock);
	my_lock(&d->lock); // SELF-DEADLOCK
	my_unlock(&d->lock);
}

void dev_poll(struct dev *d)
{
	if (!my_trylock(&d->lock))
		return;
	d->irq++; // NORACE
	my_unlock(&d->lock); // NOUNLOCK-UNHELD
	my_unlock(&d->lock); // UNLOCK-UNHELD
}

int dev_raw(struct dev *d)
{
	return raw_of(&d->lock)->v;
}

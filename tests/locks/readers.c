/* A condition that is asked through a function: asked twice, it is taken to be the same, and nobody is accused because it might
 * not be. */
#include <pthread.h>
#include <stdbool.h>

struct dev {
	pthread_mutex_t lock;
	volatile int online;
	unsigned flags;
	bool mine;
	int n;
};

static struct dev root;
static volatile int booted;

static bool is_booted(void)
{
	return !!booted;
}

static bool has(struct dev *d, unsigned flag)
{
	return (d->flags & flag) != 0;
}

static bool is_usable(struct dev *d)
{
	return d->online && !has(d, 4);
}

static void count(struct dev *d)
{
	d->n++; // RACE 1; RACE 3
}

static void set_mine(struct dev *d)
{
	d->mine = true; // RACE 2
}

static bool take_one(struct dev *d)
{
	return d->n-- > 0; // RACE 3
}

void without_arguments(void)
{
	if (is_booted())
		pthread_mutex_lock(&root.lock);
	count(&root);
	if (is_booted())
		pthread_mutex_unlock(&root.lock);
} // NOLOCK-LEAK

void with_arguments(struct dev *d)
{
	if (has(d, 2) && is_usable(d))
		pthread_mutex_lock(&d->lock);
	count(d);
	if (has(d, 2) && is_usable(d))
		pthread_mutex_unlock(&d->lock);
} // NOLOCK-LEAK

void another_argument(struct dev *d)
{
	if (has(d, 2))
		pthread_mutex_lock(&d->lock);
	count(d);
	if (has(d, 1))
		pthread_mutex_unlock(&d->lock);
} // LOCK-LEAK: the flags are two

void another_object(struct dev *d, struct dev *e)
{
	if (is_usable(d))
		pthread_mutex_lock(&d->lock);
	count(d);
	if (is_usable(e))
		pthread_mutex_unlock(&d->lock);
} // LOCK-LEAK: d may be usable and e not

void each_time_another_answer(struct dev *d)
{
	pthread_mutex_lock(&d->lock);
	if (take_one(d))
		pthread_mutex_unlock(&d->lock);
	if (take_one(d))
		pthread_mutex_unlock(&d->lock); // UNLOCK-UNHELD: there may be two
} // LOCK-LEAK: or none

void for_each(struct dev *d, int n)
{
	for (int i = 0; i < n; i++) {
		if (has(&d[i], 2))
			pthread_mutex_lock(&d[i].lock);
		count(d);
		if (has(&d[i], 2))
			pthread_mutex_unlock(&d[i].lock);
	}
} // NOLOCK-LEAK

/* The call changes what was asked: on the path that takes the lock the second answer is the other one. */
int changed_by_call(struct dev *d, int bad)
{
	if (!d->mine) { // RACE 2
		pthread_mutex_lock(&d->lock);
		if (bad) {
			pthread_mutex_unlock(&d->lock);
			return 0;
		}
		set_mine(d);
	}
	d->n++; // RACE 3
	if (d->mine) // RACE 2
		pthread_mutex_unlock(&d->lock);
	return 0; // NOLOCK-LEAK
}

/* Here the lock is held whatever the answers are. */
int asked_inside(struct dev *d)
{
	pthread_mutex_lock(&d->lock);
	if (d->mine)
		d->n++;
	set_mine(d);
	if (!d->mine)
		return -1; // LOCK-LEAK
	pthread_mutex_unlock(&d->lock);
	return 0;
}

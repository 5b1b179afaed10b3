/* A call that may reach anything may also unlock. */
#include <pthread.h>

struct dev {
	pthread_mutex_t lock;
	int (*done)(struct dev *);
	int state;
};

int library_call(int);
int library_gets_it(struct dev *);

int callback_may_unlock(struct dev *d)
{
	pthread_mutex_lock(&d->lock);
	if (d->done(d) < 0)
		return -1; // NOLOCK-LEAK
	pthread_mutex_unlock(&d->lock); // NOUNLOCK-UNHELD
	return 0;
}

int library_does_not(struct dev *d)
{
	pthread_mutex_lock(&d->lock);
	if (library_call(d->state) < 0)
		return -1; // LOCK-LEAK
	pthread_mutex_unlock(&d->lock);
	return 0;
}

int library_may(struct dev *d)
{
	pthread_mutex_lock(&d->lock);
	if (library_gets_it(d) < 0)
		return -1; // NOLOCK-LEAK
	pthread_mutex_unlock(&d->lock);
	return 0;
}

static void relock(struct dev *d)
{
	pthread_mutex_unlock(&d->lock);
	library_call(1);
	pthread_mutex_lock(&d->lock);
}

static int other(int x)
{
	return x + library_call(x);
}

void helper_relocks(struct dev *d)
{
	pthread_mutex_lock(&d->lock);
	relock(d);
	pthread_mutex_unlock(&d->lock); // NOUNLOCK-UNHELD
}

void helper_unrelated(struct dev *d)
{
	pthread_mutex_lock(&d->lock);
	d->state = other(d->state);
	pthread_mutex_lock(&d->lock); // SELF-DEADLOCK
	pthread_mutex_unlock(&d->lock);
}

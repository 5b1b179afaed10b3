/* Functions whose results alone look like a mistake, and whose callers show that it is a contract; and the same without them. */
#include <pthread.h>
#include <stdbool.h>

struct dentry {
	pthread_mutex_t lock;
	int count, dead;
};

struct inode {
	pthread_mutex_t lock;
	int count, dead;
};

/* True: done, not locked. False: still to be killed, locked. */
static bool fast_put(struct dentry *d)
{
	if (d->count > 1) { // RACE 1
		d->count--; // RACE 1
		return true;
	}
	pthread_mutex_lock(&d->lock);
	if (d->count) { // RACE 1
		pthread_mutex_unlock(&d->lock);
		return true;
	}
	return false; // NOLOCK-LEAK
}

void put(struct dentry *d)
{
	if (fast_put(d))
		return;
	d->dead = 1;
	pthread_mutex_unlock(&d->lock); // NOUNLOCK-UNHELD
}

/* The same, and nobody gives it back: the only unlock around is of a lock that was taken there. */
static bool fast_drop(struct inode *i)
{
	pthread_mutex_lock(&i->lock);
	if (i->count) {
		pthread_mutex_unlock(&i->lock);
		return true;
	}
	return false; // LOCK-LEAK
}

void drop(struct inode *i)
{
	if (fast_drop(i))
		return;
	pthread_mutex_lock(&i->lock);
	i->dead = 1;
	pthread_mutex_unlock(&i->lock);
}

struct page {
	pthread_mutex_t lock;
	int dirty;
};

/* Two steps up. */
static int begin(struct page *p)
{
	pthread_mutex_lock(&p->lock);
	if (!p->dirty) {
		pthread_mutex_unlock(&p->lock);
		return 0;
	}
	return -1; // NOLOCK-LEAK
}

static int begin_counted(struct page *p, int *n)
{
	int r = begin(p);

	*n += r; // NORACE: the caller's own
	return r;
}

void clean(struct page *p, int *n)
{
	if (begin_counted(p, n) < 0) {
		p->dirty = 0;
		pthread_mutex_unlock(&p->lock); // NOUNLOCK-UNHELD
	}
}

struct queue {
	pthread_mutex_t lock;
	int n;
};

/* The caller drops its own lock around the call: that is no handover. */
static int fill(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	if (q->n > 10)
		return -1; // LOCK-LEAK
	q->n++;
	pthread_mutex_unlock(&q->lock);
	return 0;
}

int refill(struct queue *q)
{
	int r;

	pthread_mutex_unlock(&q->lock);
	r = fill(q);
	pthread_mutex_lock(&q->lock);
	return r;
}

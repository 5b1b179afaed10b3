/* Calls of functions that use locks of the same kind. What they give back again is as before; what they do not is not known. */
#include <pthread.h>
#include <stddef.h>

struct node {
	pthread_mutex_t lock;
	int n, bad;
	struct node *next;
};

static void count(struct node *p)
{
	pthread_mutex_lock(&p->lock);
	p->n++;
	if (p->bad) {
		pthread_mutex_unlock(&p->lock);
		return;
	}
	p->n++;
	pthread_mutex_unlock(&p->lock);
}

/* Locks one, unlocks another: as many as before, and not the same ones. */
static struct node *step(struct node *p)
{
	struct node *next = p->next;

	pthread_mutex_lock(&next->lock);
	pthread_mutex_unlock(&p->lock);
	return next;
}

static void drop(struct node *p)
{
	p->n--;
	pthread_mutex_unlock(&p->lock);
}

static void drop_and_retake(struct node *p)
{
	pthread_mutex_unlock(&p->lock);
	p->n--; // RACE 1
	pthread_mutex_lock(&p->lock);
}

static int count_all(struct node *p)
{
	int n = 0;

	for (; p; p = p->next) {
		pthread_mutex_lock(&p->lock);
		n += p->n;
		pthread_mutex_unlock(&p->lock);
	}
	return n;
}

int other_is_counted(struct node *p, struct node *other)
{
	pthread_mutex_lock(&p->lock);
	count(other);
	if (p->bad)
		return -1; // LOCK-LEAK: count() leaves the locks as they were
	pthread_mutex_unlock(&p->lock);
	return 0;
}

void others_are_counted(struct node *p, struct node *others)
{
	pthread_mutex_lock(&p->lock);
	pthread_mutex_unlock(&p->lock);
	p->n = count_all(others); // RACE 1
	pthread_mutex_unlock(&p->lock); // UNLOCK-UNHELD
}

int hand_over_hand(struct node *p)
{
	struct node *next;

	pthread_mutex_lock(&p->lock);
	if (p->bad) {
		pthread_mutex_unlock(&p->lock);
		return -1;
	}
	next = step(p);
	if (next->bad) {
		pthread_mutex_unlock(&next->lock);
		return -1; // NOLOCK-LEAK
	}
	pthread_mutex_unlock(&next->lock);
	return 0;
}

int dropped(struct node *p)
{
	pthread_mutex_lock(&p->lock);
	if (p->bad) {
		drop(p);
		return -1; // NOLOCK-LEAK
	}
	pthread_mutex_unlock(&p->lock);
	return 0;
}

int dropped_and_retaken(struct node *p)
{
	pthread_mutex_lock(&p->lock);
	drop_and_retake(p);
	if (p->bad)
		return -1; // LOCK-LEAK missed: "released first, and held again at the end" is not told
	pthread_mutex_unlock(&p->lock);
	return 0;
}

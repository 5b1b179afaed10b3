/* Retry loops, as in code that must take a second lock out of order. */
#include <pthread.h>
#include <sched.h>

struct node {
	pthread_mutex_t lock;
	int gen;
};

static int n;

void out_of_order(struct node *a, struct node *b)
{
retry:
	pthread_mutex_lock(&a->lock); // NOSELF-DEADLOCK
	if (pthread_mutex_trylock(&b->lock) != 0) {
		pthread_mutex_unlock(&a->lock); // NOUNLOCK-UNHELD
		sched_yield();
		goto retry;
	}
	n++; // RACE 1
	pthread_mutex_unlock(&b->lock); // NOUNLOCK-UNHELD
	pthread_mutex_unlock(&a->lock); // NOUNLOCK-UNHELD
}

void forgets_first(struct node *a, struct node *b)
{
retry:
	pthread_mutex_lock(&a->lock); // SELF-DEADLOCK
	if (pthread_mutex_trylock(&b->lock) != 0) {
		sched_yield();
		goto retry;
	}
	n++; // RACE 1
	pthread_mutex_unlock(&b->lock);
	pthread_mutex_unlock(&a->lock);
}

int bounded(struct node *a)
{
	int tries;

	for (tries = 0; tries < 10; tries++) {
		if (pthread_mutex_trylock(&a->lock) == 0)
			break;
		sched_yield();
	}
	if (tries == 10)
		return -1;
	n++; // RACE 1
	pthread_mutex_unlock(&a->lock);
	return 0;
}

void again_if_changed(struct node *a)
{
	for (;;) {
		int gen = a->gen;
		pthread_mutex_lock(&a->lock); // NOSELF-DEADLOCK
		if (gen == a->gen)
			break;
		pthread_mutex_unlock(&a->lock); // NOUNLOCK-UNHELD
	}
	n++; // RACE 1
	pthread_mutex_unlock(&a->lock); // NOUNLOCK-UNHELD
}

int counted_down(struct node *a)
{
	int left = 5;

	while (left-- > 0)
		if (pthread_mutex_trylock(&a->lock) == 0)
			break;
	if (left < 0)
		return -1;
	n++; // RACE 1
	pthread_mutex_unlock(&a->lock); // NOUNLOCK-UNHELD
	return 0;
}

int counted_badly(struct node *a)
{
	int tries;

	for (tries = 0; tries < 10; tries++)
		if (pthread_mutex_trylock(&a->lock) == 0)
			break;
	if (tries == 9)
		return -1; // LOCK-LEAK
	n++; // RACE 1
	pthread_mutex_unlock(&a->lock); // UNLOCK-UNHELD
	return 0;
}

/* && and || are branches; what follows from them holds on both sides. */
#include <pthread.h>
#include <stdbool.h>

struct conn {
	pthread_mutex_t lock;
	int fd, want;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
int ready(void);

void try_and_more(struct conn *c)
{
	if (c->want && pthread_mutex_trylock(&m) == 0) {
		n++; // RACE 1
		pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
	}
}

void try_or_leave(struct conn *c)
{
	if (!c->want || pthread_mutex_trylock(&m) != 0)
		return; // NOLOCK-LEAK
	n++; // RACE 1
	pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
}

void try_and_then_check(struct conn *c)
{
	if (pthread_mutex_trylock(&m) == 0 && c->want) {
		n++; // RACE 1
		pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
	}
} // LOCK-LEAK

void both_conditions(struct conn *c, int a, int b)
{
	if (a && b)
		pthread_mutex_lock(&c->lock);
	n++; // RACE 1
	if (a && b)
		pthread_mutex_unlock(&c->lock); // NOUNLOCK-UNHELD
}

void either_condition(struct conn *c, int a, int b)
{
	if (a || b)
		pthread_mutex_lock(&c->lock);
	n++; // RACE 1
	if (!a && !b)
		return;
	pthread_mutex_unlock(&c->lock); // NOUNLOCK-UNHELD
}

void weaker_condition(struct conn *c, int a, int b)
{
	if (a && b)
		pthread_mutex_lock(&c->lock);
	n++; // RACE 1
	if (a)
		pthread_mutex_unlock(&c->lock); // NOUNLOCK-UNHELD
}

/* "Am I holding it" kept in memory instead of in a local variable. */
#include <pthread.h>
#include <stdbool.h>

struct conn {
	pthread_mutex_t lock;
	bool locked;
	unsigned mine : 1, other : 3;
};

static int n;

void flag_in_object(struct conn *c, int x)
{
	c->locked = false; // RACE 1
	if (x > 3) {
		pthread_mutex_lock(&c->lock);
		c->locked = true; // RACE 1
	}
	n++; // RACE 2
	if (c->locked) // RACE 1
		pthread_mutex_unlock(&c->lock); // NOUNLOCK-UNHELD
} // NOLOCK-LEAK

void flag_in_bit(struct conn *c, int x)
{
	c->mine = 0; // RACE 3; RACE-BITFIELD 1
	if (x > 3) {
		pthread_mutex_lock(&c->lock);
		c->mine = 1; // RACE 3; RACE-BITFIELD 1
	}
	c->other = 5; // RACE 4; RACE-BITFIELD 1
	if (c->mine) // RACE 3; RACE-BITFIELD 1
		pthread_mutex_unlock(&c->lock); // NOUNLOCK-UNHELD
} // NOLOCK-LEAK

void flag_cleared_too_early(struct conn *c, int x)
{
	c->locked = false; // RACE 1
	if (x > 3) {
		pthread_mutex_lock(&c->lock);
		c->locked = true; // RACE 1
	}
	n++; // RACE 2
	if (!c->locked) // RACE 1
		pthread_mutex_lock(&c->lock);
	c->locked = false;
	pthread_mutex_unlock(&c->lock);
	if (x > 3)
		pthread_mutex_unlock(&c->lock); // UNLOCK-UNHELD
}

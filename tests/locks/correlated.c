/* The same condition tested again: locked and unlocked under it, in every spelling. Each pair is silent; the broken twin is not. */
#include <pthread.h>
#include <stdbool.h>

struct conn {
	pthread_mutex_t lock;
	bool shared;
	int mode;
	unsigned flags;
};

static pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER;
static int n;
int ready(void);

void by_parameter(int x)
{
	if (x)
		pthread_mutex_lock(&g);
	n++; // RACE 1
	if (x)
		pthread_mutex_unlock(&g); // NOUNLOCK-UNHELD
} // NOLOCK-LEAK

void by_opposite(int x)
{
	if (!x)
		n--; // RACE 1
	else
		pthread_mutex_lock(&g);
	n++; // RACE 1
	if (x != 0)
		pthread_mutex_unlock(&g); // NOUNLOCK-UNHELD
}

void by_member(struct conn *c)
{
	if (c->shared)
		pthread_mutex_lock(&c->lock);
	n++; // RACE 1
	if (c->shared)
		pthread_mutex_unlock(&c->lock); // NOUNLOCK-UNHELD
}

void by_bits(struct conn *c)
{
	if (c->flags & 4)
		pthread_mutex_lock(&c->lock);
	n += ready(); // RACE 1
	if (c->flags & 4)
		pthread_mutex_unlock(&c->lock); // NOUNLOCK-UNHELD
}

void by_two_values(int a, int b)
{
	if (a == b)
		pthread_mutex_lock(&g);
	n++; // RACE 1
	if (b != a)
		return;
	pthread_mutex_unlock(&g); // NOUNLOCK-UNHELD
}

void by_flag(int c)
{
	int locked = 0;

	if (c > 3) {
		pthread_mutex_lock(&g);
		locked = 1;
	}
	n++; // RACE 1
	if (locked)
		pthread_mutex_unlock(&g); // NOUNLOCK-UNHELD
}

void by_bool(int c)
{
	bool locked = false;

	if (ready()) {
		pthread_mutex_lock(&g);
		locked = true;
	}
	n += c; // RACE 1
	if (!locked)
		return;
	pthread_mutex_unlock(&g); // NOUNLOCK-UNHELD
}

void by_copied_condition(struct conn *c)
{
	bool need = c->mode == 2 && ready();

	if (need)
		pthread_mutex_lock(&c->lock);
	n++; // RACE 1
	if (need)
		pthread_mutex_unlock(&c->lock); // NOUNLOCK-UNHELD
}

void by_switch(int mode)
{
	switch (mode) {
	case 1:
	case 2:
		pthread_mutex_lock(&g);
		break;
	default:
		break;
	}
	n++; // RACE 1
	switch (mode) {
	case 1:
	case 2:
		pthread_mutex_unlock(&g); // NOUNLOCK-UNHELD
		break;
	default:
		break;
	}
}

void flag_in_loop(int k)
{
	int locked = 0;

	while (k--) {
		if (!locked) {
			pthread_mutex_lock(&g); // NOSELF-DEADLOCK
			locked = 1;
		}
		if (ready()) {
			pthread_mutex_unlock(&g); // NOUNLOCK-UNHELD
			locked = 0;
		}
	}
	if (locked)
		pthread_mutex_unlock(&g); // NOUNLOCK-UNHELD
}

void flag_not_cleared(int k)
{
	int locked = 0;

	if (k > 2) {
		pthread_mutex_lock(&g);
		locked = 1;
	}
	if (k > 2)
		pthread_mutex_unlock(&g);
	if (locked)
		pthread_mutex_unlock(&g); // UNLOCK-UNHELD
}

void flag_always_set(int c)
{
	int locked = 1;

	pthread_mutex_lock(&g);
	if (c > 3)
		pthread_mutex_unlock(&g);
	if (locked)
		pthread_mutex_unlock(&g); // UNLOCK-UNHELD
}

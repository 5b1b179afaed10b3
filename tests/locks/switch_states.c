/* A state machine that enters and leaves with the lock, and one that does not. */
#include <pthread.h>

enum state { IDLE, BUSY, CLOSING, GONE };

struct conn {
	pthread_mutex_t lock;
	enum state state;
};

static int n;

int step(struct conn *c)
{
	pthread_mutex_lock(&c->lock);
	switch (c->state) {
	case IDLE:
		c->state = BUSY;
		break;
	case BUSY:
		pthread_mutex_unlock(&c->lock);
		n++; // RACE 1
		pthread_mutex_lock(&c->lock); // NOSELF-DEADLOCK
		break;
	case CLOSING:
		pthread_mutex_unlock(&c->lock);
		return -1; // NOLOCK-LEAK
	case GONE:
		break;
	}
	pthread_mutex_unlock(&c->lock); // NOUNLOCK-UNHELD
	return 0;
}

int step_wrong(struct conn *c)
{
	pthread_mutex_lock(&c->lock);
	switch (c->state) {
	case IDLE:
		c->state = BUSY;
		break;
	case BUSY:
		return -1; // LOCK-LEAK
	case CLOSING:
		pthread_mutex_unlock(&c->lock); // falls through
	case GONE:
		n++; // RACE 1
		break;
	}
	pthread_mutex_unlock(&c->lock); // UNLOCK-UNHELD
	return 0;
}

/* A function without any release keeps the lock on purpose, whatever it returns. */
#include <pthread.h>

struct conn {
	pthread_mutex_t lock;
	int state;
};

int begin(struct conn *c)
{
	pthread_mutex_lock(&c->lock);
	if (c->state < 0)
		return -1; // NOLOCK-LEAK
	c->state = 1;
	return 0; // NOLOCK-LEAK
}

int end(struct conn *c)
{
	int old = c->state;

	c->state = 0; // NORACE reported: entered with the lock that it releases
	pthread_mutex_unlock(&c->lock); // NOUNLOCK-UNHELD
	return old;
}

void pause_it(struct conn *c)
{
	int old = c->state;

	pthread_mutex_unlock(&c->lock); // NOUNLOCK-UNHELD
	if (old)
		pthread_mutex_lock(&c->lock);
	else
		pthread_mutex_lock(&c->lock); // NOSELF-DEADLOCK
} // NOLOCK-LEAK

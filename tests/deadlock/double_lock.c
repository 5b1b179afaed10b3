/* There is a function that locks two nodes by address, and one place that does it by hand, in the order in which it got
 * them. */
#include <pthread.h>
#include <stdint.h>

struct node {
	pthread_mutex_t lock;
	int links;
};

static struct node x = { PTHREAD_MUTEX_INITIALIZER, 0 }, y = { PTHREAD_MUTEX_INITIALIZER, 0 };

static void lock_both(struct node *m, struct node *n)
{
	if ((uintptr_t)m > (uintptr_t)n) {
		struct node *swap = m;
		m = n;
		n = swap;
	}
	pthread_mutex_lock(&m->lock);
	pthread_mutex_lock(&n->lock);
}

static void unlock_both(struct node *m, struct node *n)
{
	pthread_mutex_unlock(&m->lock);
	pthread_mutex_unlock(&n->lock);
}

static void unlink_nodes(struct node *m, struct node *n)
{
	pthread_mutex_lock(&m->lock); // DEADLOCK 1
	pthread_mutex_lock(&n->lock); // DEADLOCK 1
	m->links--; // NORACE
	n->links--; // NORACE
	unlock_both(m, n);
}

static void link_nodes(struct node *m, struct node *n)
{
	lock_both(m, n);
	m->links++; // NORACE
	n->links++; // NORACE
	unlock_both(m, n);
}

static void *forward(void *argument)
{
	link_nodes(&x, &y);
	unlink_nodes(&x, &y);
	return argument;
}

static void *backward(void *argument)
{
	link_nodes(&y, &x);
	unlink_nodes(&y, &x);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, forward, NULL);
	pthread_create(&t2, NULL, backward, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}

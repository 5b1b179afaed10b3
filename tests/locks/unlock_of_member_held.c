/* A library whose functions come back with locks of its records, or hand out where they are: who gives one back has it from
 * there. */
#include <pthread.h>
#include <stddef.h>

struct conn {
	pthread_mutex_t lock;
	int refs;
};

struct node {
	pthread_mutex_t lock;
	struct node *next;
	int key;
};

struct queue {
	pthread_mutex_t lock;
	int n;
};

struct door {
	pthread_mutex_t lock;
	int open;
};

static struct node *head;

void conn_enter(struct conn *c)
{
	pthread_mutex_lock(&c->lock);
}

void conn_get(struct conn *c)
{
	pthread_mutex_lock(&c->lock);
	c->refs++;
	pthread_mutex_unlock(&c->lock);
}

void conn_leave(struct conn *c)
{
	pthread_mutex_unlock(&c->lock); // NOUNLOCK-UNHELD: conn_enter
}

struct node *node_find(int key)
{
	for (struct node *n = head; n; n = n->next)
		if (n->key == key) {
			pthread_mutex_lock(&n->lock);
			return n;
		}
	return NULL;
}

void node_put(struct node *n)
{
	pthread_mutex_unlock(&n->lock); // NOUNLOCK-UNHELD: node_find
}

pthread_mutex_t *queue_lock(struct queue *q)
{
	return &q->lock;
}

void queue_add(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	q->n++;
	pthread_mutex_unlock(&q->lock);
}

void queue_done(struct queue *q)
{
	pthread_mutex_unlock(&q->lock); // NOUNLOCK-UNHELD: others have its address
}

void door_done(struct door *d)
{
	pthread_mutex_unlock(&d->lock); // NOUNLOCK-UNHELD: nobody here takes it, so callers do
}

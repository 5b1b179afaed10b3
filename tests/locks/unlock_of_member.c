/* A library whose records have locks that it takes and gives back itself: no function comes back with one, so none can be given
 * back that was not taken. */
#include <pthread.h>
#include <threads.h>

struct conn {
	pthread_mutex_t lock;
	int refs;
};

struct stack {
	mtx_t in, out;
	int a, b;
};

struct queue {
	pthread_rwlock_t lock;
	int n;
};

void conn_get(struct conn *c)
{
	pthread_mutex_lock(&c->lock);
	c->refs++;
	pthread_mutex_unlock(&c->lock);
}

void conn_drop(struct conn *c)
{
	pthread_mutex_unlock(&c->lock); // UNLOCK-UNHELD: never taken
}

void stack_push(struct stack *s)
{
	mtx_lock(&s->in);
	s->a++;
	mtx_unlock(&s->out); // UNLOCK-UNHELD: the other one
	mtx_unlock(&s->in);
}

void stack_pop(struct stack *s)
{
	mtx_lock(&s->out);
	s->b--;
	mtx_unlock(&s->out);
}

int queue_take(struct queue *q, int empty)
{
	if (empty)
		goto out;
	pthread_rwlock_wrlock(&q->lock);
	q->n--;
out:
	pthread_rwlock_unlock(&q->lock); // UNLOCK-UNHELD: not taken on one way
	return 0;
}

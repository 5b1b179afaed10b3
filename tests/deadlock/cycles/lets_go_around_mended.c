/* The child lets its lock go before it asks its parent, and takes it again. */
#include <pthread.h>
#include <stdlib.h>

struct node {
	pthread_mutex_t lock;
	struct node *parent, *child;
	int n;
};

static void down(struct node *p)
{
	pthread_mutex_lock(&p->lock);
	pthread_mutex_lock(&p->child->lock);
	p->child->n++;
	pthread_mutex_unlock(&p->child->lock);
	pthread_mutex_unlock(&p->lock);
}

static void tell_parent(struct node *c)
{
	pthread_mutex_lock(&c->parent->lock);
	c->parent->n++;
	pthread_mutex_unlock(&c->parent->lock);
}

static void up(struct node *c)
{
	pthread_mutex_lock(&c->lock);
	c->n++;
	pthread_mutex_unlock(&c->lock);
	tell_parent(c);
	pthread_mutex_lock(&c->lock);
	c->n--;
	pthread_mutex_unlock(&c->lock);
}

static void *downs(void *arg)
{
	down(arg);
	return NULL;
}

static void *ups(void *arg)
{
	up(arg);
	return NULL;
}

int main(void)
{
	struct node *p = calloc(1, sizeof *p), *c = calloc(1, sizeof *c);
	pthread_t t1, t2;

	if (!p || !c)
		return 1;
	pthread_mutex_init(&p->lock, NULL);
	pthread_mutex_init(&c->lock, NULL);
	p->child = c;
	c->parent = p;
	pthread_create(&t1, NULL, downs, p);
	pthread_create(&t2, NULL, ups, c);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}

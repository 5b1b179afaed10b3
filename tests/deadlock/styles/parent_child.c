/* A child takes its own lock and then the parent's; the parent takes its own and then each child's. */
#include <pthread.h>
#include <stdlib.h>

struct parent {
	pthread_mutex_t lock;
	int sum;
};

struct child {
	pthread_mutex_t lock;
	struct parent *parent;
	int n;
};

static struct parent *top;
static struct child *only;

static void child_report(struct child *c)
{
	pthread_mutex_lock(&c->lock); // DEADLOCK 1
	pthread_mutex_lock(&c->parent->lock); // DEADLOCK 1
	c->parent->sum += c->n;
	pthread_mutex_unlock(&c->parent->lock);
	pthread_mutex_unlock(&c->lock);
}

static void parent_reset(struct parent *p, struct child *c)
{
	pthread_mutex_lock(&p->lock); // DEADLOCK 1
	p->sum = 0;
	pthread_mutex_lock(&c->lock); // DEADLOCK 1
	c->n = 0;
	pthread_mutex_unlock(&c->lock);
	pthread_mutex_unlock(&p->lock);
}

static void *reporter(void *arg)
{
	child_report(only);
	return arg;
}

static void *resetter(void *arg)
{
	parent_reset(top, only);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	top = malloc(sizeof *top);
	only = malloc(sizeof *only);
	pthread_mutex_init(&top->lock, NULL);
	pthread_mutex_init(&only->lock, NULL);
	top->sum = 0;
	only->parent = top;
	only->n = 1;
	pthread_create(&t1, NULL, reporter, NULL);
	pthread_create(&t2, NULL, resetter, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}

/* The same lock taken twice: global, member, through a pointer; and the mended twins. */
#include <pthread.h>

struct pool {
	int n;
	pthread_mutex_t lock;
	struct pool *next;
};

static pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t h = PTHREAD_MUTEX_INITIALIZER;
static int n;

void global_twice(void)
{
	pthread_mutex_lock(&g);
	n++;
	pthread_mutex_lock(&g); // SELF-DEADLOCK
	n++;
	pthread_mutex_unlock(&g);
}

void global_once(void)
{
	pthread_mutex_lock(&g);
	n++;
	pthread_mutex_unlock(&g);
	pthread_mutex_lock(&g); // NOSELF-DEADLOCK
	n++;
	pthread_mutex_unlock(&g);
}

void two_locks(void)
{
	pthread_mutex_lock(&g);
	pthread_mutex_lock(&h); // NOSELF-DEADLOCK
	n++;
	pthread_mutex_unlock(&h);
	pthread_mutex_unlock(&g);
}

void member_twice(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	if (p->n > 3)
		pthread_mutex_lock(&p->lock); // SELF-DEADLOCK
	pthread_mutex_unlock(&p->lock);
}

void two_objects(struct pool *p, struct pool *q)
{
	pthread_mutex_lock(&p->lock);
	pthread_mutex_lock(&q->lock); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&q->lock);
	pthread_mutex_unlock(&p->lock);
}

void through_pointer(struct pool *p)
{
	pthread_mutex_lock(&p->next->lock);
	pthread_mutex_lock(&p->next->lock); // SELF-DEADLOCK
	pthread_mutex_unlock(&p->next->lock);
}

void pointer_changed(struct pool *p)
{
	pthread_mutex_lock(&p->next->lock); // RACE 1
	p->next = p->next->next; // RACE 1
	pthread_mutex_lock(&p->next->lock); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&p->next->lock);
}

void old_and_new(struct pool *p, struct pool *fresh)
{
	struct pool *old = p->next; // RACE 1

	p->next = fresh; // RACE 1
	pthread_mutex_lock(&old->lock);
	pthread_mutex_lock(&p->next->lock); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&p->next->lock);
	pthread_mutex_unlock(&old->lock);
}

void copy_of_pointer(struct pool *p)
{
	struct pool *same = p;

	pthread_mutex_lock(&p->lock);
	pthread_mutex_lock(&same->lock); // SELF-DEADLOCK
	pthread_mutex_unlock(&p->lock);
}

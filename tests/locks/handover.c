/* Functions that return with a lock on purpose. */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
	pthread_mutex_t lock;
	int key, dead;
	struct node *next;
};

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static struct node *head;

void node_lock(struct node *p)
{
	pthread_mutex_lock(&p->lock);
	p->key++; // RACE 1
} // NOLOCK-LEAK

int node_lock_alive(struct node *p)
{
	pthread_mutex_lock(&p->lock);
	if (p->dead) {
		pthread_mutex_unlock(&p->lock);
		return -1;
	}
	return 0; // NOLOCK-LEAK
}

bool node_try_alive(struct node *p)
{
	pthread_mutex_lock(&p->lock);
	if (p->dead) {
		pthread_mutex_unlock(&p->lock);
		return false;
	}
	return true; // NOLOCK-LEAK
}

struct node *node_get(int key)
{
	struct node *p;

	pthread_mutex_lock(&table);
	for (p = head; p; p = p->next)
		if (p->key == key) // RACE 1: the lock of the node is not held; INCONSISTENT-LOCK
			return p; // LOCK-LEAK: the table is of this unit alone, and no function gives it back
	pthread_mutex_unlock(&table);
	return NULL;
}

struct node *node_get_locked(struct node *p)
{
	pthread_mutex_lock(&p->lock);
	if (!p->dead)
		return p; // NOLOCK-LEAK
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

void node_touch(struct node *p, bool keep)
{
	pthread_mutex_lock(&p->lock);
	p->key++;
	if (!keep)
		pthread_mutex_unlock(&p->lock);
} // NOLOCK-LEAK

int node_trylock(struct node *p)
{
	return pthread_mutex_trylock(&p->lock) == 0; // NOLOCK-LEAK
}

bool node_check(struct node *p)
{
	pthread_mutex_lock(&p->lock);
	if (p->dead)
		return false; // LOCK-LEAK
	pthread_mutex_unlock(&p->lock);
	return true;
}

/* Initialisers that make a mutex recursive, or make it complain, wherever it lies: in an array, on the stack, in a record that is assigned as a whole. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

#define KIND PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP
#define OTHER PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP

struct part {
	int value;
	pthread_mutex_t lock;
};
struct piece {
	pthread_mutex_t lock;
	int value;
};

static pthread_mutex_t table[2] = { KIND, KIND };
static struct part parts[3] = { { 0, KIND }, { 1, KIND }, { 2, OTHER } };
static pthread_mutex_t checked = OTHER;

static void element(int i)
{
	pthread_mutex_lock(&table[i]);
	pthread_mutex_lock(&table[i]); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&table[i]);
	pthread_mutex_unlock(&table[i]);
}

static void add(struct part *p)
{
	pthread_mutex_lock(&p->lock); // NOSELF-DEADLOCK
	p->value++;
	pthread_mutex_unlock(&p->lock);
}

static void add_twice(struct part *p)
{
	pthread_mutex_lock(&p->lock);
	add(p);
	add(p);
	pthread_mutex_unlock(&p->lock);
}

static void inner(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock); // NOSELF-DEADLOCK
	pthread_mutex_unlock(lock);
}

static void outer(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
	inner(lock);
	pthread_mutex_unlock(lock);
}

static void on_stack(void)
{
	pthread_mutex_t own = KIND;

	outer(&own);
}

static void piece_add(struct piece *p)
{
	pthread_mutex_lock(&p->lock); // NOSELF-DEADLOCK
	p->value++;
	pthread_mutex_unlock(&p->lock);
}

static void assigned(void)
{
	struct piece *p = malloc(sizeof *p);

	*p = (struct piece){ .lock = KIND, .value = 1 };
	pthread_mutex_lock(&p->lock);
	piece_add(p);
	pthread_mutex_unlock(&p->lock);
	free(p);
}

int main(int argc, char **argv)
{
	(void)argv;
	element(argc & 1);
	add_twice(&parts[argc & 1]);
	on_stack();
	assigned();
	outer(&checked);
	return 0;
}

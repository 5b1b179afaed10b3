/* As attribute_made_here.c, but each attribute object says that the lock may be taken twice: itself, in a function that it is
 * handed to, or on one of two ways. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

struct box {
	int count;
	pthread_mutexattr_t kind;
	pthread_mutex_t lock;
};

static pthread_mutex_t plain, chosen;

static void add(pthread_mutex_t *lock, int *n)
{
	pthread_mutex_lock(lock);
	++*n;
	pthread_mutex_unlock(lock);
}

static void box_kind(struct box *box)
{
	pthread_mutexattr_settype(&box->kind, PTHREAD_MUTEX_RECURSIVE);
}

static struct box *box_new(void)
{
	struct box *box = calloc(1, sizeof *box);

	if (!box || pthread_mutexattr_init(&box->kind))
		abort();
	box_kind(box);
	pthread_mutex_init(&box->lock, &box->kind);
	return box;
}

int main(int argc, char **argv)
{
	pthread_mutexattr_t *kind = malloc(sizeof *kind), *other = malloc(sizeof *other);
	struct box *box = box_new();
	int n = 0;

	(void)argv;
	pthread_mutexattr_init(kind);
	pthread_mutexattr_settype(kind, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&plain, kind);
	pthread_mutexattr_init(other);
	if (argc > 1)
		pthread_mutexattr_settype(other, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&chosen, other);
	pthread_mutex_lock(&plain);
	add(&plain, &n);
	pthread_mutex_unlock(&plain);
	pthread_mutex_lock(&box->lock);
	add(&box->lock, &box->count);
	pthread_mutex_unlock(&box->lock);
	pthread_mutex_lock(&chosen);
	if (argc > 1)
		add(&chosen, &n);
	pthread_mutex_unlock(&chosen);
	return n + box->count;
}

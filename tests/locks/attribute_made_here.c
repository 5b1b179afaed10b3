/* Attribute objects in a block, in a member, and behind a parameter: what is said between their making and that of the lock
 * counts, wherever they lie. Nothing here lets a lock be taken twice, except of what is said after the lock was made. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

struct box {
	int count;
	pthread_mutexattr_t kind;
	pthread_mutex_t lock;
};

static pthread_mutex_t plain;

static void add_plain(int *n)
{
	pthread_mutex_lock(&plain); // SELF-DEADLOCK 1
	++*n;
	pthread_mutex_unlock(&plain);
}

static struct box *box_new(void)
{
	struct box *box = calloc(1, sizeof *box);

	if (!box || pthread_mutexattr_init(&box->kind))
		abort();
	pthread_mutexattr_settype(&box->kind, PTHREAD_MUTEX_NORMAL);
	pthread_mutex_init(&box->lock, &box->kind);
	return box;
}

static void box_add(struct box *box)
{
	pthread_mutex_lock(&box->lock); // SELF-DEADLOCK 2
	box->count++;
	pthread_mutex_unlock(&box->lock);
}

int main(void)
{
	pthread_mutexattr_t *kind = malloc(sizeof *kind);
	struct box *box = box_new();
	int n = 0;

	pthread_mutexattr_init(kind);
	pthread_mutexattr_setpshared(kind, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(&plain, kind);
	pthread_mutexattr_settype(kind, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_lock(&plain); // SELF-DEADLOCK 1
	add_plain(&n);
	pthread_mutex_unlock(&plain);
	pthread_mutex_lock(&box->lock); // SELF-DEADLOCK 2
	box_add(box);
	pthread_mutex_unlock(&box->lock);
	return n + box->count;
}

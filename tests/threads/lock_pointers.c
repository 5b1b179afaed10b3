/* Locks reached through pointers: by parameter, through a pointer to a pointer, by element of an array, in the struct around
 * them; taken on one path only; taken and released in callees; handed in by two callers. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

struct account {
	pthread_mutex_t lock;
	long balance;
};

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, shard[4];
static struct account accounts[2];
static pthread_mutex_t *current = &a;

static void enter(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
	snag_held(m); // ANSWER: must
	snag_held(&a); // ANSWER: may
}

static void leave(pthread_mutex_t *m)
{
	pthread_mutex_unlock(m);
	snag_held(m); // ANSWER: no
}

static void by_parameter(void)
{
	enter(&a);
	snag_held(&a); // ANSWER: must
	snag_held(&b); // ANSWER: no
	leave(&a);
	snag_held(&a); // ANSWER: no
	enter(&b);
	snag_held(&a); // ANSWER: no
	snag_held(&b); // ANSWER: must
	leave(&b);
}

static void select_lock(pthread_mutex_t **which, int n)
{
	*which = n ? &a : &b;
}

static void through_pointer(int n)
{
	pthread_mutex_t *m = NULL, **to = &m;

	*to = &b;
	pthread_mutex_lock(m);
	snag_held(&b); // ANSWER: must
	pthread_mutex_unlock(*to);
	snag_held(&b); // ANSWER: no
	select_lock(&m, n);
	pthread_mutex_lock(m);
	snag_held(m); // ANSWER: must
	snag_held(&a); // ANSWER: may
	pthread_mutex_unlock(m);
}

static void elements(int n)
{
	pthread_mutex_lock(&shard[1]);
	snag_held(&shard[1]); // ANSWER: must
	snag_held(&shard[2]); // ANSWER: no
	pthread_mutex_unlock(&shard[1]);
	pthread_mutex_lock(&shard[n]);
	snag_held(&shard[n]); // ANSWER: must
	snag_held(&shard[0]); // ANSWER: may
	pthread_mutex_unlock(&shard[n]);
}

static void transfer(struct account *from, struct account *to)
{
	pthread_mutex_lock(&from->lock);
	from->balance--;
	snag_held(&from->lock); // ANSWER: must
	snag_held(&to->lock); // ANSWER: no
	pthread_mutex_unlock(&from->lock);
}

static void one_path(int n)
{
	if (n)
		pthread_mutex_lock(&a);
	snag_held(&a); // ANSWER: may
	if (n)
		pthread_mutex_unlock(&a);
	/* the two tests of n are not tied together */
	snag_held(&a); // ANSWER: no ; today: may
}

static void global_pointer(void)
{
	pthread_mutex_lock(current);
	snag_held(&a); // ANSWER: must
	pthread_mutex_unlock(current);
}

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < 4; i++)
		pthread_mutex_init(&shard[i], NULL);
	for (int i = 0; i < 2; i++)
		pthread_mutex_init(&accounts[i].lock, NULL);
	by_parameter();
	through_pointer(argc > 1);
	elements(argc % 4);
	transfer(&accounts[0], &accounts[1]);
	one_path(argc > 1);
	global_pointer();
	return 0;
}

/* A callback passed through two levels, from two callers. In the function that calls it both targets are possible; but each
 * target is called with its own caller's lock held, and with its own argument, which shows whether the callers are kept apart. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

struct table {
	pthread_mutex_t lock;
	int n;
};

static struct table users = { PTHREAD_MUTEX_INITIALIZER, 0 }, groups = { PTHREAD_MUTEX_INITIALIZER, 0 };

static void add_user(struct table *t)
{
	snag_contexts(); // ANSWER: 1
	snag_alias(t, &users); // ANSWER: must
	snag_held(&users.lock); // ANSWER: must
	snag_held(&groups.lock); // ANSWER: no
	t->n++;
}

static void add_group(struct table *t)
{
	snag_contexts(); // ANSWER: 1
	snag_alias(t, &users); // ANSWER: no
	snag_held(&users.lock); // ANSWER: no
	snag_held(&groups.lock); // ANSWER: must
	t->n += 10;
}

static void apply(void (*change)(struct table *), struct table *t)
{
	snag_contexts(); // ANSWER: 2
	snag_calls(change); // ANSWER: add_group add_user by context
	change(t);
}

static void with_lock(void (*change)(struct table *), struct table *t)
{
	pthread_mutex_lock(&t->lock);
	snag_held(&t->lock); // ANSWER: must
	snag_held(&users.lock); // ANSWER: may
	apply(change, t);
	pthread_mutex_unlock(&t->lock);
}

static void *worker(void *argument)
{
	with_lock(add_user, &users);
	with_lock(add_group, &groups);
	return argument;
}

int main(void)
{
	pthread_t thread[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	printf("%d %d\n", users.n, groups.n);
	return 0;
}

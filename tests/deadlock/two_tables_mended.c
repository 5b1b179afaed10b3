/* Two tables of one type. An entry of the first is locked, then the second table; and in each table, the table before its entries. That is one order: messages,
 * then their records. */
#include <pthread.h>
#include <stdlib.h>

struct entry {
	pthread_mutex_t lock;
	struct entry *next;
	int key, uses;
};

struct table {
	pthread_mutex_t lock;
	struct entry *first;
	int touched;
};

struct env {
	struct table *messages, *records;
};

static struct table *table_create(int key)
{
	struct table *t = calloc(1, sizeof *t);
	struct entry *e = calloc(1, sizeof *e);

	if (!t || !e)
		exit(1);
	pthread_mutex_init(&t->lock, NULL);
	pthread_mutex_init(&e->lock, NULL);
	e->key = key;
	t->first = e;
	return t;
}

/* Returns the entry with its lock. */
static struct entry *lookup(struct table *t, int key)
{
	struct entry *e;

	pthread_mutex_lock(&t->lock);
	for (e = t->first; e; e = e->next)
		if (e->key == key) {
			pthread_mutex_lock(&e->lock); // NODEADLOCK
			break;
		}
	pthread_mutex_unlock(&t->lock);
	return e;
}

static void touch(struct table *t)
{
	pthread_mutex_lock(&t->lock); // NODEADLOCK
	t->touched++; // NORACE
	pthread_mutex_unlock(&t->lock);
}

static void *answer(void *argument)
{
	struct env *env = argument;
	struct entry *e = lookup(env->messages, 1);

	if (!e)
		return NULL;
	touch(env->records);
	pthread_mutex_unlock(&e->lock);
	return NULL;
}

static void *keep(void *argument)
{
	struct env *env = argument;
	struct entry *e = lookup(env->records, 2);

	if (!e)
		return NULL;
	e->uses++; // NORACE
	pthread_mutex_unlock(&e->lock);
	return NULL;
}

int main(void)
{
	struct env *env = calloc(1, sizeof *env);
	pthread_t t1, t2, t3;

	if (!env)
		return 1;
	env->messages = table_create(1);
	env->records = table_create(2);
	pthread_create(&t1, NULL, answer, env);
	pthread_create(&t2, NULL, keep, env);
	pthread_create(&t3, NULL, answer, env);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}

/* As asserted_number_mended.c, but one function locks two buckets, in the order of its arguments. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct entry {
	struct entry *next;
	int bucket, uses;
};

struct table {
	pthread_mutex_t *lock;
	struct entry *list;
};

static void clean(struct table *t)
{
	int bucket = -1;

	for (struct entry *e = t->list; e; e = e->next) {
		if (bucket != e->bucket) {
			if (bucket != -1)
				pthread_mutex_unlock(&t->lock[bucket]);
			bucket = e->bucket;
			assert(bucket != -1);
			pthread_mutex_lock(&t->lock[bucket]);
		}
	}
	if (bucket != -1)
		pthread_mutex_unlock(&t->lock[bucket]);
}

static void move(struct table *t, struct entry *from, struct entry *to)
{
	pthread_mutex_lock(&t->lock[from->bucket]); // DEADLOCK 1
	pthread_mutex_lock(&t->lock[to->bucket]); // DEADLOCK 1
	pthread_mutex_unlock(&t->lock[to->bucket]);
	pthread_mutex_unlock(&t->lock[from->bucket]);
}

static void *mover(void *table)
{
	struct table *t = table;

	move(t, t->list, t->list->next);
	move(t, t->list->next, t->list);
	return NULL;
}

static void *cleaner(void *table)
{
	clean(table);
	return NULL;
}

int main(void)
{
	struct table *t = calloc(1, sizeof *t);
	pthread_t t1, t2, t3;

	t->lock = calloc(4, sizeof *t->lock);
	for (int i = 0; i < 4; i++) {
		struct entry *e = calloc(1, sizeof *e);
		pthread_mutex_init(&t->lock[i], NULL);
		e->bucket = 3 - i;
		e->next = t->list;
		t->list = e;
	}
	pthread_create(&t1, NULL, cleaner, t);
	pthread_create(&t2, NULL, mover, t);
	pthread_create(&t3, NULL, mover, t);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}

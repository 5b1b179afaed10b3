/* The bucket that is locked is kept as a number, -1 for none, over the rounds of a loop; that the next one is no -1 is asserted. */
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
			pthread_mutex_lock(&t->lock[bucket]); // NODEADLOCK
		}
	}
	if (bucket != -1)
		pthread_mutex_unlock(&t->lock[bucket]);
}

static void *cleaner(void *table)
{
	clean(table);
	return NULL;
}

int main(void)
{
	struct table *t = calloc(1, sizeof *t);
	pthread_t t1, t2;

	t->lock = calloc(4, sizeof *t->lock);
	for (int i = 0; i < 4; i++) {
		struct entry *e = calloc(1, sizeof *e);
		pthread_mutex_init(&t->lock[i], NULL);
		e->bucket = 3 - i;
		e->next = t->list;
		t->list = e;
	}
	pthread_create(&t1, NULL, cleaner, t);
	pthread_create(&t2, NULL, cleaner, t);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}

/* A library: there is no main. Any thread of its user may call any exported function at any time, also the same one twice. A
 * static function runs where it is called from; what only the constructor calls is over before anybody has threads. */
#include <pthread.h>
#include <stdlib.h>

#include "snag_ask.h"

struct entry {
	struct entry *next;
	int key, value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *bucket[16];
static int hash_seed;

static void pick_seed(void)
{
	hash_seed = 5;
}

__attribute__((constructor)) static void start(void)
{
	pick_seed();
}

static struct entry *find(int key)
{
	/* Both callers hold it. */
	snag_held(&lock); // ANSWER: must
	for (struct entry *e = bucket[(key ^ hash_seed) & 15]; e; e = e->next)
		if (e->key == key)
			return e;
	return NULL;
}

int store_get(int key, int *value)
{
	struct entry *e;

	snag_held(&lock); // ANSWER: no
	pthread_mutex_lock(&lock);
	e = find(key);
	if (e)
		*value = e->value;
	pthread_mutex_unlock(&lock);
	return e != NULL;
}

int store_put(int key, int value)
{
	struct entry *e, *fresh = malloc(sizeof *fresh);

	if (!fresh)
		return -1;
	snag_whose(fresh); // ANSWER: fresh
	*fresh = (struct entry){ NULL, key, value };
	pthread_mutex_lock(&lock);
	e = find(key);
	if (e) {
		snag_whose(e); // ANSWER: shared
		e->value = value;
		free(fresh);
	} else {
		fresh->next = bucket[(key ^ hash_seed) & 15];
		bucket[(key ^ hash_seed) & 15] = fresh;
	}
	pthread_mutex_unlock(&lock);
	return 0;
}

void store_questions(void)
{
	snag_parallel(store_get, store_put); // ANSWER: yes
	snag_parallel(store_get, store_get); // ANSWER: yes
	snag_parallel(find, find); // ANSWER: yes
	snag_parallel(find, store_put); // ANSWER: yes
	snag_parallel(pick_seed, store_get); // ANSWER: no: phase
	snag_parallel(pick_seed, find); // ANSWER: no: phase
	snag_parallel(start, start); // ANSWER: no
}

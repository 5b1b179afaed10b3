/* As list_detach.c, but the list is left where it was: both flushers work through the same entries. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct entry {
	struct entry *next;
	int bytes, tries;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *dirty;

static void mark(int bytes)
{
	struct entry *e = calloc(1, sizeof *e);

	if (!e)
		abort();
	e->bytes = bytes;
	pthread_mutex_lock(&lock);
	e->next = dirty;
	dirty = e;
	pthread_mutex_unlock(&lock);
}

static struct entry *take_all(void)
{
	struct entry *all;

	pthread_mutex_lock(&lock);
	all = dirty;
	pthread_mutex_unlock(&lock);
	return all;
}

static void *flush(void *argument)
{
	long written = 0;

	for (int i = 0; i < 20; i++) {
		mark(i);
		for (struct entry *e = take_all(); e; e = e->next) {
			e->tries++; // RACE 1
			written += e->bytes; // NORACE
		}
	}
	printf("%ld\n", written);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, flush, NULL);
	pthread_create(&two, NULL, flush, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}

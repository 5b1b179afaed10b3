/* Slots that are overwritten by functions outside and by copies whose length or source is not known: what was there is not there any more. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "snag_ask.h"

struct entry { long key; pthread_mutex_t *lock; long *data; };

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static long x, y;

static int by_key(const void *p, const void *q)
{
	const struct entry *l = p, *r = q;

	return (l->key > r->key) - (l->key < r->key);
}

/* The length is not known: the lock may have come along, or not. */
static void by_length(const struct entry *from, size_t n)
{
	struct entry e = { 1, &a, &x };

	memcpy(&e, from, n);
	pthread_mutex_lock(e.lock);
	snag_held(&a); // ANSWER: may
	snag_alias(e.data, &x); // ANSWER: may
	pthread_mutex_unlock(e.lock);
}

/* One of two sources. */
static void by_choice(const struct entry *f, const struct entry *g, int which)
{
	struct entry e = { 1, &a, &x };

	memcpy(&e, which ? f : g, sizeof e);
	snag_alias(e.lock, &b); // ANSWER: may
	snag_alias(e.data, &x); // ANSWER: may
}

/* A row of the file: three words. */
static void by_read(int fd)
{
	struct entry e = { 1, &a, &x };

	if (read(fd, &e, sizeof e) < 0)
		return;
	snag_alias(e.lock, &a); // ANSWER: may
}

static void by_stream(FILE *f)
{
	struct entry e = { 1, &a, &x };

	if (!fread(&e, sizeof e, 1, f))
		return;
	snag_alias(e.data, &x); // ANSWER: may
}

/* Sorted: the first may be any of them now. */
static void by_sorting(int key)
{
	struct entry e[2] = { { key, &a, &x }, { 1, &b, &y } };

	snag_alias(e[0].lock, &a); // ANSWER: must
	qsort(e, 2, sizeof *e, by_key);
	snag_alias(e[0].lock, &a); // ANSWER: may
}

/* The allocator stores where it is told to. */
static void by_memalign(void)
{
	void *p = &x;

	if (posix_memalign(&p, 64, 64))
		return;
	snag_alias(p, &x); // ANSWER: no ; today: may
	free(p);
}

int main(int argc, char **argv)
{
	struct entry f = { 3, &b, &y }, g = { 4, &a, &x };

	(void)argv;
	by_length(&f, (size_t)argc * 8);
	by_choice(&f, &g, argc > 1);
	by_read(0);
	by_stream(stdin);
	by_sorting(argc);
	by_memalign();
	return 0;
}

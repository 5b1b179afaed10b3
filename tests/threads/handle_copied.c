/* A handle is kept under another name before its variable is used for the next thread: each join waits for the thread that its
 * value means. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static int a, b;

static void load(void)
{
	a++;
}

static void index_(void)
{
	b++;
}

static void *loader(void *x)
{
	load();
	return x;
}

static void *indexer(void *x)
{
	index_();
	return x;
}

static void mid(void)
{
	puts("mid");
}

static void late(void)
{
	puts("late");
}

int main(void)
{
	pthread_t now, old;

	pthread_create(&now, NULL, loader, NULL);
	old = now;
	pthread_create(&now, NULL, indexer, NULL);
	pthread_join(now, NULL);
	mid();
	pthread_join(old, NULL);
	late();
	snag_parallel(mid, load); // ANSWER: yes
	snag_parallel(mid, index_); // ANSWER: no: joined
	snag_parallel(late, load); // ANSWER: no: joined
	return 0;
}

/* As start_wrapper.c, but which of the two is joined first depends on the command line; and a recursive wrapper that returns the handle it
 * was given, which is that of the activation further out, while its own thread goes on. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

static int read_bytes, sent_bytes, depth;

static void *reader(void *unused)
{
	read_bytes++; // RACE 1
	return unused;
}

static void *sender(void *unused)
{
	sent_bytes++; // NORACE
	return unused;
}

static void *diver(void *unused)
{
	depth++; // RACE 2
	return unused;
}

static pthread_t start(void *(*run)(void *))
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, run, NULL) != 0)
		abort();
	return thread;
}

static pthread_t start_named(const char *name, void *(*run)(void *))
{
	puts(name);
	return start(run);
}

static pthread_t start_deep(int n, pthread_t outer)
{
	pthread_t mine;

	if (pthread_create(&mine, NULL, diver, NULL) != 0)
		abort();
	return n ? start_deep(n - 1, mine) : outer;
}

static void between(void)
{
	printf("%d\n", read_bytes); // RACE 1
}

static void after(void)
{
	printf("%d\n", sent_bytes);
}

static void surface(void)
{
	printf("%d\n", depth); // RACE 2
}

int main(int argc, char **argv)
{
	pthread_t r = start_named("reader", reader), s = start_named("sender", sender);
	int first = argc > 1 && argv[1][0] == 'r';

	pthread_join(first ? r : s, NULL);
	between();
	pthread_join(first ? s : r, NULL);
	after();
	pthread_join(start_deep(1, r), NULL);
	surface();
	snag_parallel(reader, sender); // ANSWER: yes
	snag_parallel(between, reader); // ANSWER: yes
	snag_parallel(between, sender); // ANSWER: yes
	snag_parallel(after, reader); // ANSWER: no: joined
	snag_parallel(surface, diver); // ANSWER: yes
	return 0;
}

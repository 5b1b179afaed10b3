/* Handles that a wrapper returns, called twice, itself through another wrapper: each handle is that of its own call. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

static int read_bytes, sent_bytes;

static void *reader(void *unused)
{
	read_bytes++;
	return unused;
}

static void *sender(void *unused)
{
	sent_bytes++;
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

static void between(void)
{
	printf("%d\n", read_bytes);
}

static void after(void)
{
	printf("%d\n", sent_bytes);
}

int main(void)
{
	pthread_t r = start_named("reader", reader), s = start_named("sender", sender);

	pthread_join(r, NULL);
	between();
	pthread_join(s, NULL);
	after();
	snag_parallel(reader, sender); // ANSWER: yes
	snag_parallel(between, reader); // ANSWER: no: joined
	snag_parallel(between, sender); // ANSWER: yes
	snag_parallel(after, reader); // ANSWER: no: joined
	snag_parallel(after, sender); // ANSWER: no: joined
	return 0;
}

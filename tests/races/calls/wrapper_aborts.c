/* Wrappers that log and give up when a lock call fails, and a logger that locks by them, may fail itself, and starts over: the lock
 * is held behind each of them. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "snag_ask.h"

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER, data = PTHREAD_MUTEX_INITIALIZER;
static int n, bare, lines;

static void fatal(const char *what, int error);

static void take(pthread_mutex_t *lock)
{
	int error;

	if ((error = pthread_mutex_lock(lock)))
		fatal("lock", error);
}

static void give(pthread_mutex_t *lock)
{
	int error = pthread_mutex_unlock(lock);

	if (error != 0)
		fatal("unlock", error);
}

static void say(const char *text)
{
	take(&log_lock);
	snag_held(&log_lock); // ANSWER: must
	lines++; // NORACE
	fputs(text, stderr);
	give(&log_lock);
}

static void fatal(const char *what, int error)
{
	say(what);
	say(strerror(error));
	if (error > 1)
		abort();
}

static void *worker(void *argument)
{
	take(&data);
	snag_held(&data); // ANSWER: must
	n++; // NORACE
	say("n");
	snag_held(&data); // ANSWER: must
	n++; // NORACE
	give(&data);
	bare++; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return n + bare + lines;
}

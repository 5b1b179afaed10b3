/* As wrapper_logs.c, with one order of the locks. A wrapper that logs when the lock call fails, and the logger locks by the same wrapper: that is no recursion, since the call does
 * not fail. What the wrappers take and give back is known, in every function that uses them. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

struct mutex {
	const char *name;
	pthread_mutex_t m;
};

static struct mutex log_lock = { "log", PTHREAD_MUTEX_INITIALIZER }, data = { "data", PTHREAD_MUTEX_INITIALIZER };
static int n, lines;

static void log_line(const char *text);

static int take(struct mutex *lock)
{
	int error = pthread_mutex_lock(&lock->m); // NODEADLOCK

	if (error) {
		log_line("cannot lock");
		log_line(lock->name);
		return -1;
	}
	return 0;
}

static int give(struct mutex *lock)
{
	if (pthread_mutex_unlock(&lock->m) != 0) {
		log_line("cannot unlock");
		return -1;
	}
	return 0;
}

static void log_line(const char *text)
{
	take(&log_lock);
	snag_held(&log_lock.m); // ANSWER: must
	lines++; // NORACE
	fputs(text, stderr);
	give(&log_lock);
}

static void *worker(void *argument)
{
	take(&data);
	n++; // NORACE
	log_line("n"); // data, then log_lock
	snag_held(&data.m); // ANSWER: must
	n++; // NORACE
	give(&data);
	snag_held(&data.m); // ANSWER: no
	return argument;
}

static void *other(void *argument)
{
	take(&data); // in the same order
	take(&log_lock);
	n += lines; // NORACE
	give(&log_lock);
	give(&data);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, other, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return n;
}
/* dump-lacks lockset
   after an error
*/

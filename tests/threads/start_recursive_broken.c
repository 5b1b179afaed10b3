/* Every level of a recursion starts a thread, and only the innermost waits, for its own. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void work(void)
{
	pthread_mutex_lock(&lock);
	n++;
	pthread_mutex_unlock(&lock);
}

static void *worker(void *x)
{
	work();
	return x;
}

static void after(void)
{
	puts("x");
}

static void level(int depth)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	if (depth) {
		level(depth - 1);
		return;
	}
	pthread_join(t, NULL);
}

int main(void)
{
	level(2);
	after();
	snag_parallel(after, work); // ANSWER: yes
	snag_parallel(work, work); // ANSWER: yes
	pthread_exit(NULL);
}

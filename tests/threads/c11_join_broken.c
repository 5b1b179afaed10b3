/* As c11_join.c, but the threads are detached: the report does not wait for them, and the lock is not destroyed. */
#include <stdio.h>
#include <threads.h>

#include "snag_ask.h"

#define WORKERS 3

static mtx_t lock;
static int hits, seed;

static void hit(void)
{
	mtx_lock(&lock);
	snag_held(&lock); // ANSWER: must
	hits += seed; // RACE 1
	mtx_unlock(&lock);
}

static int worker(void *argument)
{
	(void)argument;
	hit();
	return 0;
}

static void sow(void)
{
	seed = 2;
}

static void report(void)
{
	printf("%d\n", hits); // RACE 1
}

int main(void)
{
	thrd_t thread[WORKERS];

	mtx_init(&lock, mtx_plain);
	sow();
	for (int i = 0; i < WORKERS; i++)
		if (thrd_create(&thread[i], worker, NULL) != thrd_success)
			return 1;
	for (int i = 0; i < WORKERS; i++)
		thrd_detach(thread[i]);
	report();
	snag_parallel(sow, hit); // ANSWER: no: before
	snag_parallel(hit, hit); // ANSWER: yes
	snag_parallel(report, hit); // ANSWER: yes
	return 0;
}

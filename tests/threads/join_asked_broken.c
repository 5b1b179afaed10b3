/* Whether a thread is joined depends on a status that the thread itself takes back before its last work. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "snag_ask.h"

static atomic_int alive;
static pthread_t t;
static int n;

static void work(void)
{
	n++; // RACE 1
}

static void *worker(void *x)
{
	atomic_store(&alive, 0);
	work();
	return x;
}

static void report(void)
{
	printf("%d\n", n); // RACE 1
}

int main(void)
{
	atomic_store(&alive, 1);
	pthread_create(&t, NULL, worker, NULL);
	if (atomic_load(&alive))
		pthread_join(t, NULL);
	report();
	snag_parallel(work, report); // ANSWER: yes
	return 0;
}

/* A pool whose count is taken down by one between the starts and the joins: the last thread is not waited for. */
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

struct pool { pthread_t t[8]; int count; };

static void shrink(struct pool *p)
{
	p->count--;
}

int main(int argc, char **argv)
{
	struct pool p = { .count = 4 };

	for (int i = 0; i < p.count; i++)
		pthread_create(&p.t[i], NULL, worker, NULL);
	if (argc > 1)
		shrink(&p);
	for (int i = 0; i < p.count; i++)
		pthread_join(p.t[i], NULL);
	after();
	snag_parallel(after, work); // ANSWER: yes
	(void)argv;
	return 0;
}

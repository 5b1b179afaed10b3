/* Two records with handles change places, perhaps: behind the join of the first one, either thread may be the one that still
 * runs. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

struct job { pthread_t thread; int number; };
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

int main(int argc, char **argv)
{
	struct job job[2];

	pthread_create(&job[0].thread, NULL, loader, NULL);
	pthread_create(&job[1].thread, NULL, indexer, NULL);
	if (argc > 1) {
		struct job t = job[0];
		job[0] = job[1];
		job[1] = t;
	}
	pthread_join(job[0].thread, NULL);
	mid();
	pthread_join(job[1].thread, NULL);
	snag_parallel(mid, load); // ANSWER: yes
	snag_parallel(mid, index_); // ANSWER: yes
	(void)argv;
	return 0;
}

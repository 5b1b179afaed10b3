/* Joins that may fail: tried until one succeeds; with a limit of time, and then for good; and tried once, whatever comes of
 * it. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
#include <time.h>

#include "snag_ask.h"

static int a, b, c;

static void load(void)
{
	a++;
}

static void scan(void)
{
	b++;
}

static void sync_(void)
{
	c++;
}

static void *loader(void *x)
{
	load();
	return x;
}

static void *scanner(void *x)
{
	scan();
	return x;
}

static void *syncer(void *x)
{
	sync_();
	return x;
}

static void behind_try(void)
{
	puts("1");
}

static void beside(void)
{
	puts("2");
}

static void behind_both(void)
{
	puts("3");
}

int main(void)
{
	pthread_t l, s, y;
	struct timespec soon = { 0, 0 };

	pthread_create(&l, NULL, loader, NULL);
	while (pthread_tryjoin_np(l, NULL) != 0)
		usleep(1);
	behind_try();
	pthread_create(&s, NULL, scanner, NULL);
	if (pthread_timedjoin_np(s, NULL, &soon) != 0) {
		beside();
		pthread_join(s, NULL);
	}
	behind_both();
	pthread_create(&y, NULL, syncer, NULL);
	pthread_tryjoin_np(y, NULL);
	beside();
	snag_parallel(behind_try, load); // ANSWER: no: joined
	snag_parallel(beside, scan); // ANSWER: yes
	snag_parallel(behind_both, scan); // ANSWER: no: joined
	snag_parallel(beside, sync_); // ANSWER: yes
	pthread_exit(NULL);
}

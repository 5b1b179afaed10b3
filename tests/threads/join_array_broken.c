/* Loops that seem to join all threads and do not: one begins at 1, one stops one short, one joins the handles of others. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "snag_ask.h"

#define WORKERS 4

static long late[WORKERS], early[WORKERS], other[WORKERS], good[WORKERS];

static void fill_late(long i)
{
	late[i] = i; // RACE 1
}

static void fill_early(long i)
{
	early[i] = i; // RACE 2
}

static void fill_other(long i)
{
	other[i] = i; // RACE 3
}

static void fill_good(long i)
{
	good[i] = i;
}

static void *late_main(void *i)
{
	fill_late((long)i);
	return NULL;
}

static void *early_main(void *i)
{
	fill_early((long)i);
	return NULL;
}

static void *other_main(void *i)
{
	fill_other((long)i);
	return NULL;
}

static void *good_main(void *i)
{
	fill_good((long)i);
	return NULL;
}

static void report(void)
{
	long sum = 0;

	for (int i = 0; i < WORKERS; i++)
		sum += late[i] + early[i] + other[i] + good[i]; // RACE 1; RACE 2; RACE 3
	printf("%ld\n", sum);
}

int main(void)
{
	pthread_t a[WORKERS], b[WORKERS], c[WORKERS], d[WORKERS];

	for (long i = 0; i < WORKERS; i++) {
		pthread_create(&a[i], NULL, late_main, (void *)i);
		pthread_create(&b[i], NULL, early_main, (void *)i);
		pthread_create(&c[i], NULL, other_main, (void *)i);
		pthread_create(&d[i], NULL, good_main, (void *)i);
	}
	for (int i = 1; i < WORKERS; i++)
		pthread_join(a[i], NULL);
	for (int i = 0; i < WORKERS - 1; i++)
		pthread_join(b[i], NULL);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(d[i], NULL); /* instead of c[i] */
	report();
	snag_parallel(report, fill_late); // ANSWER: yes
	snag_parallel(report, fill_early); // ANSWER: yes
	snag_parallel(report, fill_other); // ANSWER: yes
	snag_parallel(report, fill_good); // ANSWER: no: joined
	return 0;
}

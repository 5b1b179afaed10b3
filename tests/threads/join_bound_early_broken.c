/* Both loops count to the same member, and nothing is stored to it once the first thread is there. But the first loop has read it
 * before it was stored to for the last time: the second one waits for nobody. In the same way with the array. */
#include <pthread.h>
#include <stdlib.h>

#include "snag_ask.h"

static struct {
	int n;
	pthread_t *id;
} pool, other;

static int total, sum;

static void add(void)
{
	total++; // RACE 1
}

static void *work(void *argument)
{
	add();
	return argument;
}

static void report(void)
{
	total = 0; // RACE 1
}

static void add_up(void)
{
	sum++; // RACE 2
}

static void *work_on(void *argument)
{
	add_up();
	return argument;
}

static void report_sum(void)
{
	sum = 0; // RACE 2
}

int main(void)
{
	pthread_t spare[4] = { pthread_self() }, *id;
	int n;

	pool.n = 4;
	pool.id = calloc(4, sizeof *pool.id);
	if (!pool.id)
		return 1;
	n = pool.n;
	pool.n = 0;
	for (int i = 0; i < n; i++)
		pthread_create(&pool.id[i], NULL, work, NULL);
	for (int i = 0; i < pool.n; i++)
		pthread_join(pool.id[i], NULL);
	report();
	other.n = 2;
	other.id = pool.id;
	id = other.id;
	other.id = spare;
	for (int i = 0; i < other.n; i++)
		pthread_create(&id[i], NULL, work_on, NULL);
	for (int i = 0; i < other.n; i++)
		pthread_join(other.id[i], NULL);
	report_sum();
	snag_parallel(add, report); // ANSWER: yes
	snag_parallel(add_up, report_sum); // ANSWER: yes
	return 0;
}

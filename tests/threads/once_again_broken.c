/* A control of pthread_once that is made new at a reload: the table is made again beside those that use it. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table, sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void init(void)
{
	table++; // RACE 1
}

static void use(void)
{
	pthread_mutex_lock(&m);
	sum += table; // RACE 1
	pthread_mutex_unlock(&m);
}

static void *user(void *x)
{
	pthread_once(&once, init); // RACE 2
	use();
	return x;
}

static void reload(void)
{
	once = (pthread_once_t)PTHREAD_ONCE_INIT; // RACE 2
	pthread_once(&once, init);
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, user, NULL);
	reload();
	pthread_join(t, NULL);
	snag_parallel(init, use); // ANSWER: yes
	return 0;
}

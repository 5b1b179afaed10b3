/* A barrier for two that four threads come to: it lets any two of them pass, so that a third one may not even be seated when
 * the first ones eat. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_barrier_t pair;
static int table;

static void sit(void)
{
	table++; // RACE 1
}

static void eat(void)
{
	table += 2; // RACE 1
}

static void *guest(void *i)
{
	sit();
	pthread_barrier_wait(&pair);
	eat();
	return i;
}

int main(void)
{
	pthread_t t[4];

	pthread_barrier_init(&pair, NULL, 2);
	for (long i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, guest, (void *)i);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	snag_parallel(sit, eat); // ANSWER: yes
	return 0;
}

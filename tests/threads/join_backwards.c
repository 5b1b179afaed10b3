/* Handles in an array that are joined from the last one to the first; and a loop of this kind that stops before the first. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void count(void)
{
	pthread_mutex_lock(&lock);
	n++;
	pthread_mutex_unlock(&lock);
}

static void scan(void)
{
	pthread_mutex_lock(&lock);
	n--;
	pthread_mutex_unlock(&lock);
}

static void *counter(void *x)
{
	count();
	return x;
}

static void *scanner(void *x)
{
	scan();
	return x;
}

static void behind_all(void)
{
	puts("a");
}

static void behind_some(void)
{
	puts("c");
}

int main(void)
{
	pthread_t t[4], v[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, counter, NULL);
	for (int i = 3; i >= 0; i--)
		pthread_join(t[i], NULL);
	behind_all();
	for (int i = 0; i < 4; i++)
		pthread_create(&v[i], NULL, scanner, NULL);
	for (int i = 3; i > 0; i--)
		pthread_join(v[i], NULL);
	behind_some();
	snag_parallel(behind_all, count); // ANSWER: no: joined
	snag_parallel(behind_some, scan); // ANSWER: yes
	pthread_join(v[0], NULL);
	return 0;
}

/* A flag that the reader takes back for the next round, and a drawer that does not wait for that: it draws the second frame
 * while the first one is shown. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int full, frame, shown;

static void draw(int i)
{
	frame = i; // RACE 1
}

static void show(void)
{
	shown = frame; // RACE 1
}

static void *drawer(void *x)
{
	for (int i = 0; i < 2; i++) {
		draw(i);
		pthread_mutex_lock(&m);
		full = 1;
		pthread_cond_signal(&c);
		pthread_mutex_unlock(&m);
	}
	return x;
}

static void *shower(void *x)
{
	pthread_mutex_lock(&m);
	while (!full)
		pthread_cond_wait(&c, &m);
	full = 0;
	pthread_mutex_unlock(&m);
	show();
	return x;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, drawer, NULL);
	pthread_create(&b, NULL, shower, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	snag_parallel(draw, show); // ANSWER: yes
	return 0;
}

/* A callee that keeps the object on one way only, and says so by what it returns. */
#include <pthread.h>
#include <stdlib.h>
#include "snag_ask.h"

struct conn { struct conn *next; long state; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct conn *idle;
static int nidle;

static int keep(struct conn *c)
{
	int kept = 0;

	pthread_mutex_lock(&lock);
	if (nidle < 4) {
		c->next = idle;
		idle = c;
		nidle++;
		kept = 1;
	}
	pthread_mutex_unlock(&lock);
	return kept;
}

static void *reaper(void *argument)
{
	pthread_mutex_lock(&lock);
	for (struct conn *c = idle; c; c = c->next)
		c->state++; // NORACE
	pthread_mutex_unlock(&lock);
	return argument;
}

static void finish(int i)
{
	struct conn *c = calloc(1, sizeof *c);

	c->state = i; // NORACE
	if (keep(c)) {
		snag_whose(c); // ANSWER: shared
		return;
	}
	snag_whose(c); // ANSWER: fresh ; today: shared
	c->state = -1; // NORACE reported
	free(c); // NORACE reported
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, reaper, NULL);
	for (int i = 0; i < 8; i++)
		finish(i);
	pthread_join(t, NULL);
	return 0;
}

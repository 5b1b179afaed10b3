/* A mode that decides whether a thread is started, set through a table of settings: nobody stores to it by its name. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

enum mode { SINGLE, PAIR };
static enum mode mode;
struct setting { const char *name; enum mode *at; };
static struct setting settings[1];
static int n;

static void work(void)
{
	n++; // RACE 1
}

static void *worker(void *x)
{
	work();
	return x;
}

static void set(const char *name, int value)
{
	for (int i = 0; i < 1; i++)
		if (settings[i].name == name)
			*settings[i].at = value;
}

static void beside(void)
{
	n += 2; // RACE 1
}

int main(int argc, char **argv)
{
	pthread_t t;

	settings[0] = (struct setting){ "mode", &mode };
	set(settings[0].name, argc > 1 ? atoi(argv[1]) : PAIR);
	if (mode == PAIR) {
		pthread_create(&t, NULL, worker, NULL);
		beside();
		pthread_join(t, NULL);
	}
	snag_parallel(work, beside); // ANSWER: yes
	return 0;
}

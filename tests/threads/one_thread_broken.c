/* As one_thread.c, but there are two loggers. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct entry {
	struct entry *next;
	int number;
};

static struct entry *history;
static int lines, started, both;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void remember(int number)
{
	struct entry *e = malloc(sizeof *e);

	snag_whose(e); // ANSWER: fresh
	e->number = number; // RACE 1
	e->next = history; // RACE 2; NORACE: nobody looks at another's next
	history = e; // RACE 2
	snag_whose(history); // ANSWER: shared
	history->number++; // RACE 1; RACE 2
	snag_whose(&lines); // ANSWER: shared
	lines++; // RACE 3
}

static void count(void)
{
	pthread_mutex_lock(&lock);
	snag_whose(&both); // ANSWER: shared
	both++;
	pthread_mutex_unlock(&lock);
}

static void *logger(void *argument)
{
	for (int i = 0; i < 5; i++) {
		remember(i);
		count();
	}
	return argument;
}

int main(void)
{
	pthread_t thread, second;

	pthread_create(&thread, NULL, logger, NULL);
	pthread_create(&second, NULL, logger, NULL);
	snag_whose(&started); // ANSWER: one-thread
	started++;
	count();
	pthread_join(thread, NULL);
	pthread_join(second, NULL);
	printf("%d %d\n", started, both);
	return 0;
}

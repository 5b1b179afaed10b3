/* Threads are made and waited for again and again, and how many there are is settled anew each time: what both loops read is stored
 * to only while there are none. The records are made in the same rounds. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct worker {
	pthread_t id;
	int jobs;
};

struct server {
	int n, rounds;
	struct worker **worker;
};

static int settings;

static void use(struct worker *w)
{
	int more = settings; // NORACE

	w->jobs += more; // NORACE reported: each thread has a record of its own
}

static void *work(void *argument)
{
	use(argument);
	return NULL;
}

static void configure(struct server *s)
{
	settings = s->rounds; // NORACE
}

static void make(struct server *s)
{
	s->n = 2 + s->rounds;
	s->worker = calloc((size_t)s->n, sizeof *s->worker);
	if (!s->worker)
		exit(1);
	for (int i = 0; i < s->n; i++)
		if (!(s->worker[i] = calloc(1, sizeof **s->worker)))
			exit(1);
}

static void start(struct server *s)
{
	for (int i = 1; i < s->n; i++)
		pthread_create(&s->worker[i]->id, NULL, work, s->worker[i]);
}

static void meanwhile(struct server *s)
{
	s->rounds++;
}

static void stop(struct server *s)
{
	for (int i = 1; i < s->n; i++)
		pthread_join(s->worker[i]->id, NULL);
}

static void drop(struct server *s)
{
	for (int i = 0; i < s->n; i++)
		free(s->worker[i]);
	free(s->worker);
	s->worker = NULL;
	s->n = 0;
}

static void serve(struct server *s)
{
	make(s);
	start(s);
	meanwhile(s);
	stop(s);
}

static struct server *create(void)
{
	struct server *s = calloc(1, sizeof *s);

	if (!s)
		exit(1);
	return s;
}

int main(void)
{
	struct server *s = create();

	while (s->rounds < 3) {
		configure(s);
		serve(s);
		drop(s);
	}
	snag_parallel(use, configure); // ANSWER: no: joined
	snag_parallel(use, drop); // ANSWER: no: joined
	snag_parallel(use, make); // ANSWER: no: joined
	snag_parallel(use, meanwhile); // ANSWER: yes
	snag_parallel(use, use); // ANSWER: yes
	printf("%d\n", settings);
	free(s);
	return 0;
}

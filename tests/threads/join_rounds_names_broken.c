/* As join_rounds_broken.c: the number is stored to as a member of another record, and all elements are one record, so that all
 * handles but the last are lost. */
#include <pthread.h>
#include <stdlib.h>

#include "snag_ask.h"

struct worker {
	pthread_t id;
};

struct server {
	int n, rounds;
	struct worker **worker;
};

struct same {
	int n, rounds;
	struct worker **worker;
};

struct counter {
	int value;
};

static int a, b;

static void use_a(void)
{
	a++; // RACE 1
}

static void *work_a(void *argument)
{
	use_a();
	return argument;
}

static void set_a(void)
{
	a = 0; // RACE 1
}

static void run_a(struct server *s)
{
	while (s->rounds++ < 2) {
		set_a();
		s->n = 2;
		s->worker = calloc(2, sizeof *s->worker);
		for (int i = 0; i < s->n; i++)
			s->worker[i] = calloc(1, sizeof *s->worker[i]);
		for (int i = 0; i < s->n; i++)
			pthread_create(&s->worker[i]->id, NULL, work_a, NULL);
		((struct counter *)s)->value = 1;
		for (int i = 0; i < s->n; i++)
			pthread_join(s->worker[i]->id, NULL);
	}
}

static void use_b(void)
{
	b++; // RACE 2
}

static void *work_b(void *argument)
{
	use_b();
	return argument;
}

static void set_b(void)
{
	b = 0; // RACE 2
}

static void run_b(struct same *s)
{
	while (s->rounds++ < 2) {
		struct worker *one = calloc(1, sizeof *one);

		set_b();
		s->n = 2;
		s->worker = calloc(2, sizeof *s->worker);
		for (int i = 0; i < s->n; i++)
			s->worker[i] = one;
		for (int i = 0; i < s->n; i++)
			pthread_create(&s->worker[i]->id, NULL, work_b, NULL);
		for (int i = 0; i < s->n; i++)
			pthread_join(s->worker[i]->id, NULL);
	}
}

int main(void)
{
	static struct server first;
	static struct same second;

	run_a(&first);
	run_b(&second);
	snag_parallel(use_a, set_a); // ANSWER: yes
	snag_parallel(use_b, set_b); // ANSWER: yes
	return 0;
}

/* As join_rounds.c, but what both loops read is stored to while the threads are there, in four ways: the number by the thread that
 * waits, the number by one of the threads, an element, and an element by a function that was handed the array. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct worker {
	pthread_t id;
};

struct by_maker {
	int n, rounds;
	struct worker **worker;
};

struct by_thread {
	int n, rounds;
	struct worker **worker;
};

struct by_element {
	int n, rounds;
	struct worker **worker;
};

struct handed {
	int n, rounds;
	struct worker **worker;
};

static int a, b, c, d;

static struct worker **make(int n)
{
	struct worker **w = calloc((size_t)n, sizeof *w);

	for (int i = 0; w && i < n; i++)
		if (!(w[i] = calloc(1, sizeof *w[i])))
			exit(1);
	if (!w)
		exit(1);
	return w;
}

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

static void start_a(struct by_maker *s)
{
	for (int i = 0; i < s->n; i++)
		pthread_create(&s->worker[i]->id, NULL, work_a, NULL);
}

static void stop_a(struct by_maker *s)
{
	for (int i = 0; i < s->n; i++)
		pthread_join(s->worker[i]->id, NULL);
}

static void run_a(struct by_maker *s)
{
	while (s->rounds++ < 2) {
		set_a();
		s->n = 2;
		s->worker = make(s->n);
		start_a(s);
		s->n--;
		stop_a(s);
	}
}

static void use_b(void)
{
	b++; // RACE 2
}

static void *work_b(void *argument)
{
	struct by_thread *s = argument;

	use_b();
	if (s->rounds > 1) // RACE 6
		s->n = 0; // RACE 5
	return NULL;
}

static void set_b(void)
{
	b = 0; // RACE 2
}

static void start_b(struct by_thread *s)
{
	for (int i = 0; i < s->n; i++) // RACE 5
		pthread_create(&s->worker[i]->id, NULL, work_b, s);
}

static void stop_b(struct by_thread *s)
{
	for (int i = 0; i < s->n; i++) // RACE 5
		pthread_join(s->worker[i]->id, NULL);
}

static void run_b(struct by_thread *s)
{
	while (s->rounds++ < 3) { // RACE 6
		set_b();
		s->n = 2; // RACE 5
		s->worker = make(s->n);
		start_b(s);
		stop_b(s);
	}
}

static void use_c(void)
{
	c++; // RACE 3
}

static void *work_c(void *argument)
{
	use_c();
	return argument;
}

static void set_c(void)
{
	c = 0; // RACE 3
}

static void start_c(struct by_element *s)
{
	for (int i = 0; i < s->n; i++)
		pthread_create(&s->worker[i]->id, NULL, work_c, NULL);
}

static void stop_c(struct by_element *s)
{
	for (int i = 0; i < s->n; i++)
		pthread_join(s->worker[i]->id, NULL);
}

static void run_c(struct by_element *s)
{
	while (s->rounds++ < 2) {
		set_c();
		s->n = 3;
		s->worker = make(s->n);
		start_c(s);
		s->worker[2] = s->worker[1];
		stop_c(s);
	}
}

static void use_d(void)
{
	d++; // RACE 4
}

static void *work_d(void *argument)
{
	use_d();
	return argument;
}

static void set_d(void)
{
	d = 0; // RACE 4
}

static void start_d(struct handed *s)
{
	for (int i = 0; i < s->n; i++)
		pthread_create(&s->worker[i]->id, NULL, work_d, NULL);
}

static void stop_d(struct handed *s)
{
	for (int i = 0; i < s->n; i++)
		pthread_join(s->worker[i]->id, NULL);
}

static void exchange(struct worker **w)
{
	w[2] = w[1];
}

static void run_d(struct handed *s)
{
	while (s->rounds++ < 2) {
		set_d();
		s->n = 3;
		s->worker = make(s->n);
		start_d(s);
		exchange(s->worker);
		stop_d(s);
	}
}

int main(void)
{
	static struct by_maker first;
	static struct by_thread second;
	static struct by_element third;
	static struct handed fourth;

	run_a(&first);
	run_b(&second);
	run_c(&third);
	run_d(&fourth);
	snag_parallel(use_a, set_a); // ANSWER: yes
	snag_parallel(use_b, set_b); // ANSWER: yes
	snag_parallel(use_c, set_c); // ANSWER: yes
	snag_parallel(use_d, set_d); // ANSWER: yes
	return 0;
}

/* async-calls, Figure 1 with the join of the first thread moved to the end: t1 and t2 overlap, and main changes ft while t1
 * may not have read it yet. So t1 calls h1 or h2; t2 is made after the change and calls h2; the writes of z race. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

struct func_type {
	int (*func)(int);
};

struct arguments {
	int x;
	struct func_type *g;
	int *z;
};

static int h1(int x)
{
	return x * x;
}

static int h2(int y)
{
	return y + y;
}

static void f(int x, struct func_type *g, int *z)
{
	snag_whose(z); // ANSWER: shared
	if (x > 0) {
		snag_calls(g->func); // ANSWER: h1 h2 by context
		*z = g->func(x); /* l2 */ // RACE 1; RACE 2
	} else {
		snag_calls(g->func); // ANSWER: h1 h2 by context
		*z = g->func(-x); /* l3 */ // RACE 1; RACE 2
	}
}

static void *run(void *argument)
{
	struct arguments *a = argument;

	f(a->x, a->g, a->z);
	return NULL;
}

int main(int argc, char **argv)
{
	struct func_type ft;
	int p1 = argc > 0, p2 = argv[0] != NULL, z = 0;
	struct arguments a = { argc - 2, &ft, &z }, b = { 3 - argc, &ft, &z };
	pthread_t t1, t2;

	if (p1) {
		ft.func = h1;
		pthread_create(&t1, NULL, run, &a); /* l0 */
	}
	if (p2) {
		ft.func = h2; // RACE 2
		pthread_create(&t2, NULL, run, &b); /* l1 */
		pthread_join(t2, NULL);
	}
	if (p1)
		pthread_join(t1, NULL);
	snag_parallel(f, f); // ANSWER: yes
	snag_parallel(h1, h2); // ANSWER: yes
	/* h1 runs in t1 only, h2 in both. */
	snag_parallel(h1, h1); // ANSWER: no: same
	snag_parallel(h2, h2); // ANSWER: yes
	/* Whoever was given z is over: the joins hang on the same conditions as the threads. */
	snag_whose(&z); // ANSWER: gone
	printf("%d\n", z);
	return 0;
}

/* async-calls, Figure 1: two threads run f, one after the other, on the same object z, with different callbacks. The text's
 * fork takes several arguments; here they travel in a struct.
 *
 * Each thread is joined before the next one is made: the writes at l2 and l3 never overlap (section 7.1). */
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
	if (x > 0) {
		snag_calls(g->func); // ANSWER: h1 h2 by context
		*z = g->func(x); /* l2 */
	} else {
		snag_calls(g->func); // ANSWER: h1 h2 by context
		*z = g->func(-x); /* l3 */
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
		pthread_join(t1, NULL);
	}
	if (p2) {
		ft.func = h2;
		pthread_create(&t2, NULL, run, &b); /* l1 */
		pthread_join(t2, NULL);
	}
	/* f runs in both threads, and between them there is a join. */
	snag_parallel(f, f); // ANSWER: no: joined
	snag_parallel(h1, h2); // ANSWER: no: joined
	/* Both threads that were given z are over. */
	snag_whose(&z); // ANSWER: gone
	printf("%d\n", z);
	return 0;
}

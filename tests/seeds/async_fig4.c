/* async-calls, Figure 4: the concurrent call graph of Figure 1 has two nodes for f, one in each thread, and
 *
 *     main --fork l0--> t1: f --l2, l3--> h1      main --fork l1--> t2: f --l2, l3--> h2
 *
 * That h1 is called in t1 only shows in the reason why it does not overlap with itself: one thread. If t2 might call it as
 * well, the join would be the reason. By Algorithm 1, f is entered with two facts (what g->func is); h1 and h2 with one each,
 * since both calls in f give the same facts. */
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
	snag_contexts(); // ANSWER: 1
	return x * x;
}

static int h2(int y)
{
	snag_contexts(); // ANSWER: 1
	return y + y;
}

static void f(int x, struct func_type *g, int *z)
{
	snag_contexts(); // ANSWER: 2
	if (x > 0)
		*z = g->func(x); /* l2 */
	else
		*z = g->func(-x); /* l3 */
}

static void *run(void *argument)
{
	struct arguments *a = argument;

	f(a->x, a->g, a->z);
	return NULL;
}

int main(void)
{
	struct func_type ft;
	int z = 0;
	struct arguments a = { 2, &ft, &z }, b = { -3, &ft, &z };
	pthread_t t1, t2;

	ft.func = h1;
	snag_calls(run); // ANSWER: run by direct
	pthread_create(&t1, NULL, run, &a); /* l0 */
	pthread_join(t1, NULL);
	ft.func = h2;
	pthread_create(&t2, NULL, run, &b); /* l1 */
	pthread_join(t2, NULL);
	snag_parallel(h1, h1); // ANSWER: no: same
	snag_parallel(h2, h2); // ANSWER: no: same
	snag_parallel(h1, h2); // ANSWER: no: joined
	snag_parallel(main, h1); // ANSWER: yes
	printf("%d\n", z);
	return 0;
}

/* dump-has callgraph:main
   spawn run by direct
*/

/* dump-has callgraph:f
   call h1 by context
*/

/* dump-has callgraph:f
   call h2 by context
*/

/* dump-has callgraph.dot
   digraph calls {
   "f" -> "h1" [label="context"];
*/

/* dump-has callgraph.dot
   "main" -> "run" [label="spawn" style=dashed];
*/

/* dump-has threads
   thread ...: main  main, one
   thread ...: run, async_fig4.c:... < main  thread, one, joined
   thread ...: run, async_fig4.c:... < main  thread, one, joined
*/

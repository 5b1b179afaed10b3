/* Numbers that look distinct and are not: the loop that numbers the threads runs twice; the number in the struct is changed by somebody; all get
 * the same struct; the number is drawn in an outer loop; two loops number the threads of one function. */
#include <pthread.h>

#include "snag_ask.h"

#define WORKERS 4

struct arguments {
	int id;
	long n;
};

static long again[WORKERS], changed[WORKERS], outer[WORKERS], both[WORKERS];
static struct arguments argument_of[WORKERS], one;

static void *again_main(void *argument)
{
	snag_whose(&again[(long)argument]); // ANSWER: shared
	again[(long)argument]++; // RACE
	return NULL;
}

static void start(pthread_t *thread)
{
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&thread[i], NULL, again_main, (void *)(long)i);
}

static void *changed_main(void *argument)
{
	struct arguments *a = argument;

	snag_whose(&changed[a->id]); // ANSWER: shared
	changed[a->id]++; // RACE; RACE 1: the number
	return NULL;
}

static void *one_main(void *argument)
{
	struct arguments *a = argument;

	snag_whose(&a->n); // ANSWER: shared
	a->n++; // RACE
	return NULL;
}

static void *outer_main(void *argument)
{
	snag_whose(&outer[(long)argument]); // ANSWER: shared
	outer[(long)argument]++; // RACE
	return NULL;
}

static void *both_main(void *argument)
{
	snag_whose(&both[(long)argument]); // ANSWER: shared
	both[(long)argument]++; // RACE
	return NULL;
}

int main(void)
{
	pthread_t a[WORKERS], b[WORKERS], c[WORKERS], d[WORKERS], e[WORKERS][2], f[WORKERS], g[WORKERS];

	start(a);
	start(b);
	for (int i = 0; i < WORKERS; i++) {
		argument_of[i].id = i;
		pthread_create(&c[i], NULL, changed_main, &argument_of[i]);
		pthread_create(&d[i], NULL, one_main, &one);
		for (int k = 0; k < 2; k++)
			pthread_create(&e[i][k], NULL, outer_main, (void *)(long)i);
	}
	argument_of[1].id = 0; // RACE 1
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&f[i], NULL, both_main, (void *)(long)i);
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&g[i], NULL, both_main, (void *)(long)i);
	for (int i = 0; i < WORKERS; i++) {
		pthread_join(a[i], NULL);
		pthread_join(b[i], NULL);
		pthread_join(c[i], NULL);
		pthread_join(d[i], NULL);
		pthread_join(e[i][0], NULL);
		pthread_join(e[i][1], NULL);
		pthread_join(f[i], NULL);
		pthread_join(g[i], NULL);
	}
	return 0;
}

/* Each pointer leads to a record of its own, until one is stored over another one. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct task {
	pthread_t thread;
	int id;
	long steps;
	int *scratch;
};

static struct task **all;
static long *results;

static void *run(void *argument)
{
	struct task *t = argument;

	for (int i = 0; i < 10; i++) {
		t->steps++; // RACE 1
		t->scratch[i] = i; // RACE 2
	}
	results[t->id] = t->steps; // RACE 3
	return NULL;
}

int main(int argc, char **argv)
{
	int n = argc + 3;
	long sum = 0;

	all = calloc((size_t)n, sizeof *all);
	results = calloc((size_t)n, sizeof *results);
	if (!all || !results || !argv)
		return 1;
	for (int i = 0; i < n; i++) {
		all[i] = calloc(1, sizeof *all[i]);
		all[i]->id = i;
		all[i]->scratch = malloc(10 * sizeof(int));
	}
	all[1] = all[0];
	for (int i = 0; i < n; i++)
		pthread_create(&all[i]->thread, NULL, run, all[i]);
	for (int i = 0; i < n; i++) {
		pthread_join(all[i]->thread, NULL);
		sum += results[i];
	}
	printf("%ld\n", sum);
	return 0;
}

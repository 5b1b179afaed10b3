/* As slot_struct.c, but main reads the next thread's result, and its own before the join. */
#include <pthread.h>
#include <stdio.h>

#define THREADS 3

struct task {
	pthread_t thread;
	int from, sum, product;
};

static void *work(void *argument)
{
	struct task *t = argument;

	t->sum = t->from + 1; // RACE 1
	t->product = t->from * 2; // RACE 2
	return NULL;
}

int main(void)
{
	struct task tasks[THREADS + 1] = { 0 };
	int sums = 0, products = 0;

	for (int i = 0; i < THREADS; i++) {
		tasks[i].from = i; // NORACE
		pthread_create(&tasks[i].thread, NULL, work, &tasks[i]);
	}
	for (int i = 0; i < THREADS; i++) {
		products += tasks[i].product; // RACE 2
		pthread_join(tasks[i].thread, NULL);
		sums += tasks[i + 1].sum; // RACE 1
	}
	printf("%d %d\n", sums, products);
	return 0;
}

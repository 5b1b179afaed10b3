/* Arguments on the heap, one block for each thread, made by a function two calls away from pthread_create. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct work {
	int from, to;
	long sum;
};

static struct work *work_new(int from, int to)
{
	struct work *w = malloc(sizeof *w);

	if (!w)
		abort();
	*w = (struct work){ from, to, 0 }; // NORACE
	return w;
}

static void *add_up(void *argument)
{
	struct work *w = argument;

	for (int i = w->from; i < w->to; i++)
		w->sum += i; // NORACE
	return NULL;
}

static void start(pthread_t *thread, struct work *w)
{
	if (pthread_create(thread, NULL, add_up, w) != 0)
		abort();
}

int main(void)
{
	struct work *first = work_new(0, 50), *second = work_new(50, 100);
	pthread_t threads[2];

	start(&threads[0], first);
	start(&threads[1], second);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	printf("%ld\n", first->sum + second->sum); // NORACE
	free(first);
	free(second);
	return 0;
}

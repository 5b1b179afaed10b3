/* Two records by name: each is read behind the join of its own thread, while the other one may run. */
#include <pthread.h>
#include <stdio.h>

struct worker {
	int done;
	pthread_t thread;
};

static struct worker one, two;

static void *work(void *argument)
{
	struct worker *w = argument;

	for (int i = 0; i < 100; i++)
		w->done++; // NORACE
	return NULL;
}

static void start(struct worker *w)
{
	pthread_create(&w->thread, NULL, work, w);
}

static void stop(struct worker *w)
{
	pthread_join(w->thread, NULL);
}

int main(void)
{
	start(&one);
	start(&two);
	stop(&one);
	printf("%d\n", one.done); // NORACE
	stop(&two);
	printf("%d\n", two.done); // NORACE
	return 0;
}

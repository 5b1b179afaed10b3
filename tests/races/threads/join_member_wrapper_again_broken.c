/* One worker is started twice: the second handle takes the place of the first. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORKERS = 4 };

struct worker {
	int done;
	pthread_t thread;
};

static struct worker workers[WORKERS];

static void *work(void *argument)
{
	struct worker *w = argument;

	for (int i = 0; i < 100; i++)
		w->done++; // RACE 1
	return NULL;
}

static void start(struct worker *w)
{
	w->done = 0; // RACE 1
	if (pthread_create(&w->thread, NULL, work, w))
		exit(1);
}

static void stop(struct worker *w)
{
	pthread_join(w->thread, NULL);
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < WORKERS; i++)
		start(&workers[i]);
	start(&workers[2]); // the first thread of this one is lost
	for (int i = 0; i < WORKERS; i++)
		stop(&workers[i]);
	for (int i = 0; i < WORKERS; i++)
		sum += workers[i].done; // RACE 1
	printf("%d\n", sum);
	return 0;
}

/* Handles in records that an array of pointers leads to, started and joined again and again: whoever is started is over when the next round
 * begins. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct runner {
	pthread_t thread;
	int index;
};

static struct {
	const char *title;
	pthread_mutex_t lock;
	int runners;
	struct runner **runner;
	long done;
} config = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void *run(void *argument)
{
	struct runner *r = argument;

	pthread_mutex_lock(&config.lock);
	config.done += r->index; // NORACE
	pthread_mutex_unlock(&config.lock);
	return (void *)config.title; // NORACE
}

static void make_runners(void)
{
	config.runner = malloc((size_t)config.runners * sizeof *config.runner);
	for (int i = 0; i < config.runners; i++) {
		struct runner *r = malloc(sizeof *r);
		r->index = i;
		config.runner[i] = r;
	}
}

static void start_runners(void)
{
	for (int i = 0; i < config.runners; i++) {
		struct runner *r = config.runner[i];
		if (pthread_create(&r->thread, NULL, run, r)) {
			fprintf(stderr, "cannot start %d\n", i);
			exit(1);
		}
	}
	for (int i = 0; i < config.runners; i++)
		pthread_join(config.runner[i]->thread, NULL);
}

static void measure(const char *title)
{
	config.title = title; // NORACE
	config.done = 0; // NORACE
	if (config.runners)
		make_runners();
	start_runners();
	printf("%s %ld\n", config.title, config.done);
}

int main(int argc, char **argv)
{
	config.runners = argc + 1;
	for (int i = 0; i < argc; i++)
		measure(argv[i]);
	measure("all");
	return 0;
}

/* As join_pointers.c, but each thread puts its record into the first place of the array: the first join waits for somebody else. */
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
	config.done += r->index; // RACE 2
	pthread_mutex_unlock(&config.lock);
	config.runner[0] = r; // RACE 3; RACE 4
	return (void *)config.title; // RACE 1
}

static void make_runners(void)
{
	config.runner = malloc((size_t)config.runners * sizeof *config.runner); // RACE 4
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
	config.title = title; // RACE 1
	config.done = 0; // RACE 2
	if (config.runners)
		make_runners();
	start_runners();
	printf("%s %ld\n", config.title, config.done); // RACE 2
}

int main(int argc, char **argv)
{
	config.runners = argc + 1;
	for (int i = 0; i < argc; i++)
		measure(argv[i]);
	measure("all");
	return 0;
}

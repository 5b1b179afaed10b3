/* As slots_summed.c, but the sums are made while the workers count. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { WORKERS = 4 };

struct slot {
	long packets, drops;
	char pad[48];
};

struct worker {
	pthread_t thread;
	int number;
};

static struct slot slot[WORKERS];
static struct worker worker[WORKERS];

static void *work(void *argument)
{
	struct worker *w = argument;
	struct slot *s = &slot[w->number];

	for (int i = 0; i < 1000; i++) {
		s->packets++; // RACE 1
		if (i % 10 == 0)
			s->drops++; // RACE 2
	}
	return NULL;
}

static void report(void)
{
	long packets = 0, drops = 0;

	for (int i = 0; i < WORKERS; i++) {
		packets += slot[i].packets; // RACE 1
		drops += slot[i].drops; // RACE 2
	}
	printf("%ld packets, %ld dropped\n", packets, drops);
}

int main(void)
{
	for (int i = 0; i < WORKERS; i++) {
		worker[i].number = i;
		if (pthread_create(&worker[i].thread, NULL, work, &worker[i]))
			return 1;
	}
	sleep(1);
	report();
	for (int i = 0; i < WORKERS; i++)
		pthread_join(worker[i].thread, NULL);
	report();
	return 0;
}

/* The writer has the higher priority and is bound to the same processor: that makes it likely to be first, and no more. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static int water_level;

static void *sensor(void *argument)
{
	for (int i = 0; i < 500; i++)
		water_level = i; // RACE 1
	return argument;
}

static void *display(void *argument)
{
	int highest = 0;

	for (int i = 0; i < 500; i++) {
		int level = water_level; // RACE 1
		highest = level > highest ? level : highest;
		sched_yield();
	}
	printf("%d\n", highest);
	return argument;
}

int main(void)
{
	struct sched_param parameters = { .sched_priority = 0 };
	pthread_t one, two;
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	pthread_setconcurrency(pthread_getconcurrency() + 1);
	pthread_create(&one, NULL, sensor, NULL);
	pthread_setaffinity_np(one, sizeof cpus, &cpus);
	pthread_setschedparam(one, SCHED_OTHER, &parameters);
	pthread_setschedprio(one, 0);
	pthread_create(&two, NULL, display, NULL);
	pthread_setaffinity_np(two, sizeof cpus, &cpus);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}

/* As pthread_outputs.c, but each thread fills a record of its own. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>

struct record {
	char name[16];
	int policy;
	struct sched_param parameters;
	clockid_t clock;
	cpu_set_t cpus;
};

static void *describe(void *argument)
{
	struct record record;

	for (int i = 0; i < 20; i++) {
		pthread_getname_np(pthread_self(), record.name, sizeof record.name); // NORACE
		pthread_getschedparam(pthread_self(), &record.policy, &record.parameters); // NORACE
		pthread_getcpuclockid(pthread_self(), &record.clock); // NORACE
		pthread_getaffinity_np(pthread_self(), sizeof record.cpus, &record.cpus); // NORACE
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, describe, NULL);
	pthread_create(&two, NULL, describe, NULL);
	pthread_setname_np(one, "first");
	pthread_setname_np(two, "second");
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	puts("described");
	return 0;
}

/* As worker_in_struct.c, but the count is read before the recorder is stopped. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct recorder {
	pthread_t thread;
	atomic_bool stop;
	long samples;
};

static void *record(void *argument)
{
	struct recorder *r = argument;

	do
		r->samples++; // RACE 1
	while (!atomic_load(&r->stop));
	return NULL;
}

static struct recorder *recorder_start(void)
{
	struct recorder *r = calloc(1, sizeof *r);

	if (!r || pthread_create(&r->thread, NULL, record, r))
		abort();
	return r;
}

static void recorder_stop(struct recorder *r)
{
	atomic_store(&r->stop, 1);
	pthread_join(r->thread, NULL);
}

static long recorder_samples(struct recorder *r)
{
	return r->samples; // RACE 1
}

int main(void)
{
	struct recorder *r = recorder_start();
	long samples;

	samples = recorder_samples(r);
	recorder_stop(r);
	printf("%d\n", samples > 0);
	free(r); // NORACE
	return 0;
}

/* The handle of the thread is kept in the object it works on. Stopping the recorder joins it: afterwards its count is ours. */
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
		r->samples++; // NORACE
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
	return r->samples; // NORACE
}

int main(void)
{
	struct recorder *r = recorder_start();
	long samples;

	recorder_stop(r);
	samples = recorder_samples(r);
	printf("%d\n", samples > 0);
	free(r); // NORACE
	return 0;
}

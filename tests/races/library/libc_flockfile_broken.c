/* A line of several pieces: the last one is written behind funlockfile with a function that does not lock the stream. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static void emit(FILE *out, const char *key, const char *value)
{
	flockfile(out);
	fputs_unlocked(key, out); // RACE 1
	fputs_unlocked("=", out); // RACE 1
	funlockfile(out);
	fputs_unlocked(value, out); // RACE 1
}

static void *worker(void *argument)
{
	for (int i = 0; i < 5; i++)
		emit(argument, "state", "ready\n");
	return NULL;
}

int main(void)
{
	FILE *out = fopen("/dev/null", "w");
	pthread_t threads[2];

	if (!out)
		return 1;
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, worker, out);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	fclose(out);
	return 0;
}

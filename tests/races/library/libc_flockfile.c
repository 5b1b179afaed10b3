/* A line of several pieces: flockfile locks the stream, and the pieces are written with the functions that do not. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static void emit(FILE *out, const char *key, const char *value)
{
	flockfile(out);
	fputs_unlocked(key, out); // NORACE
	fputs_unlocked("=", out); // NORACE
	fputs_unlocked(value, out); // NORACE
	funlockfile(out);
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

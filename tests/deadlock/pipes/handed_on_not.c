/* The writing end is handed to a library: what it does with it nobody here knows, and it may write. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int lines[2];
static FILE *out;

static void *reader(void *arg)
{
	char c;

	if (read(lines[0], &c, 1) != 1)
		return arg;
	return NULL;
}

int main(void)
{
	pthread_t t;

	if (pipe(lines) || !(out = fdopen(lines[1], "w")))
		return 1;
	pthread_create(&t, NULL, reader, NULL);
	fputs("x\n", out);
	fflush(out);
	pthread_join(t, NULL);
	return 0;
}

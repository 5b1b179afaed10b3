/* As worker_counted.c, but the counter is set back after the first start: its handle is overwritten, nobody waits for it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 8

static pthread_t handles[MOST];
static unsigned started;
static long lines, words;

static void start(void *(*run)(void *))
{
	if (started == MOST || pthread_create(&handles[started], NULL, run, NULL) != 0)
		abort();
	started++;
}

static void finish(void)
{
	for (unsigned i = 0; i < started; i++)
		pthread_join(handles[i], NULL);
}

static void *count_lines(void *argument)
{
	lines = 12; // RACE 1
	return argument;
}

static void *count_words(void *argument)
{
	words = 90; // NORACE reported: which of the two is lost is not seen
	return argument;
}

int main(void)
{
	start(count_lines);
	started = 0;
	start(count_words);
	finish();
	printf("%ld ", lines); // RACE 1
	printf("%ld\n", words);
	return 0;
}

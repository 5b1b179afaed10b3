/* As key_destructor.c, but every buffer is also entered in a table that main looks at while the threads run. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "snag_ask.h"

static pthread_key_t key;
static char *known[2];
static int nknown;

static void drop_buffer(void *buffer)
{
	snag_whose(buffer); // ANSWER: shared
	memset(buffer, 0, 64); // RACE 3: main may look at it
	free(buffer);
}

static char *my_buffer(void)
{
	char *buffer = pthread_getspecific(key);

	if (!buffer) {
		buffer = malloc(64);
		pthread_setspecific(key, buffer);
		known[nknown++ % 2] = buffer; // RACE 1; RACE 2
	}
	snag_whose(buffer); // ANSWER: shared
	return buffer;
}

static void format_line(void)
{
	strcpy(my_buffer(), "line"); // RACE 3
}

static void *worker(void *argument)
{
	format_line();
	return argument;
}

static void report(void)
{
	puts("done");
}

int main(void)
{
	pthread_t first, second;

	pthread_key_create(&key, drop_buffer);
	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	if (known[0]) // RACE 2
		printf("%c\n", known[0][0]); // RACE 2; RACE 3
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	report();
	snag_parallel(drop_buffer, drop_buffer); // ANSWER: yes
	snag_parallel(drop_buffer, format_line); // ANSWER: yes
	snag_parallel(drop_buffer, report); // ANSWER: no: joined
	return 0;
}

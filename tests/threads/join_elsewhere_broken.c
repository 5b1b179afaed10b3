/* As join_elsewhere.c, but the writer waits for the reader only after it has written, and not always. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static int input, output;

static void read_input(void)
{
	input = 3; // RACE 1
}

static void write_output(void)
{
	output = 2 * input; // RACE 1
}

static void report(void)
{
	printf("%d %d\n", input, output); // RACE 1
}

static void *reader_main(void *argument)
{
	read_input();
	return argument;
}

static void *writer_main(void *argument)
{
	write_output();
	if (output)
		pthread_join(*(pthread_t *)argument, NULL);
	return NULL;
}

int main(void)
{
	pthread_t reader, writer;

	pthread_create(&reader, NULL, reader_main, NULL);
	pthread_create(&writer, NULL, writer_main, &reader);
	pthread_join(writer, NULL);
	report();
	snag_parallel(read_input, write_output); // ANSWER: yes
	snag_parallel(read_input, report); // ANSWER: yes
	snag_parallel(write_output, report); // ANSWER: no: joined
	return 0;
}

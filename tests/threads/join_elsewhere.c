/* A thread is joined by another one than its maker: the writer waits for the reader, main waits for the writer. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static int input, output;

static void read_input(void)
{
	input = 3;
}

static void write_output(void)
{
	output = 2 * input;
}

static void report(void)
{
	printf("%d %d\n", input, output);
}

static void *reader_main(void *argument)
{
	read_input();
	return argument;
}

static void *writer_main(void *argument)
{
	pthread_join(*(pthread_t *)argument, NULL);
	write_output();
	return NULL;
}

int main(void)
{
	pthread_t reader, writer;

	pthread_create(&reader, NULL, reader_main, NULL);
	pthread_create(&writer, NULL, writer_main, &reader);
	pthread_join(writer, NULL);
	report();
	snag_parallel(read_input, write_output); // ANSWER: no: joined
	snag_parallel(read_input, report); // ANSWER: no: joined
	snag_parallel(write_output, report); // ANSWER: no: joined
	return 0;
}

/* Thread-specific data with a destructor: it runs in the thread that had set the value, when that ends, so before a join
 * returns. Two threads may end at the same time. The buffer is known to its thread only. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "snag_ask.h"

static pthread_key_t key;

static void drop_buffer(void *buffer)
{
	snag_whose(buffer); // ANSWER: own
	memset(buffer, 0, 64); // NORACE: the value is that of the thread which ends
	free(buffer);
}

static char *my_buffer(void)
{
	char *buffer = pthread_getspecific(key);

	if (!buffer) {
		buffer = malloc(64);
		pthread_setspecific(key, buffer);
	}
	snag_whose(buffer); // ANSWER: own
	return buffer;
}

static void format_line(void)
{
	strcpy(my_buffer(), "line"); // NORACE: each thread has its own buffer
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
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	report();
	snag_parallel(drop_buffer, drop_buffer); // ANSWER: yes
	snag_parallel(drop_buffer, format_line); // ANSWER: yes
	snag_parallel(drop_buffer, report); // ANSWER: no: joined
	return 0;
}

/* What atexit registers runs when main has returned: after everything main did, and after the threads that main has joined. A
 * detached thread may still be running then. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int written, cleaned, parsed;

static void write_record(void)
{
	written++;
}

static void *writer(void *argument)
{
	write_record();
	return argument;
}

static void clean(void)
{
	pthread_mutex_lock(&lock);
	cleaned++;
	pthread_mutex_unlock(&lock);
}

static void *cleaner(void *argument)
{
	clean();
	return argument;
}

static void parse(void)
{
	parsed = 1;
}

static void save(void)
{
	pthread_mutex_lock(&lock);
	printf("%d %d %d\n", written, cleaned, parsed);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	pthread_t joined, detached;

	atexit(save);
	parse();
	pthread_create(&joined, NULL, writer, NULL);
	pthread_create(&detached, NULL, cleaner, NULL);
	pthread_detach(detached);
	pthread_join(joined, NULL);
	snag_parallel(save, parse); // ANSWER: no
	snag_parallel(save, write_record); // ANSWER: no
	snag_parallel(save, clean); // ANSWER: yes
	snag_parallel(save, save); // ANSWER: no
	return 0;
}

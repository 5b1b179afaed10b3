/* A request is made, filled in and handed to a thread as its argument; the maker does not look at it again, and the thread
 * frees it. It has one owner at a time. There is a thread, and a request, for each client. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct request {
	int client, size;
};

static void answer(struct request *r)
{
	snag_whose(r); // ANSWER: own
	r->size *= 2;
	free(r);
}

static void *handler(void *argument)
{
	answer(argument);
	return NULL;
}

static int start(int client, pthread_t *thread)
{
	struct request *r = malloc(sizeof *r);
	int error;

	r->client = client;
	snag_whose(r); // ANSWER: fresh
	r->size = 10;
	error = pthread_create(thread, NULL, handler, r);
	if (error)
		free(r);
	return error;
}

int main(void)
{
	pthread_t thread[3];

	for (int i = 0; i < 3; i++)
		if (start(i, &thread[i]) != 0)
			return 1;
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	puts("all answered");
	return 0;
}

/* As spawn_argument.c, but the maker goes on writing to the request after the thread has been started. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct request {
	int client, size;
};

static void answer(struct request *r)
{
	snag_whose(r); // ANSWER: shared
	r->size *= 2; // RACE 1
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
	snag_whose(r); // ANSWER: shared
	r->size++; // RACE 1
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

/* Each request has its own semaphore. Who has waited for the first one knows nothing about the second. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct request { sem_t done; int result; };
static struct request *last[2];

static void answer(struct request *r)
{
	r->result = 1; // RACE 1
}

static void look(struct request *r)
{
	printf("%d\n", r->result); // RACE 1
}

static void *server(void *x)
{
	struct request *r = x;

	answer(r);
	sem_post(&r->done);
	return NULL;
}

int main(void)
{
	pthread_t t;

	for (int i = 0; i < 2; i++) {
		last[i] = malloc(sizeof **last);
		sem_init(&last[i]->done, 0, 0);
		pthread_create(&t, NULL, server, last[i]);
		pthread_detach(t);
	}
	sem_wait(&last[0]->done);
	look(last[1]);
	snag_parallel(answer, look); // ANSWER: yes
	return 0;
}

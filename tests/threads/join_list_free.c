/* As join_list.c, but the nodes go while the list is walked, and the list is empty then; it is filled and walked twice. The node is pushed before its thread starts. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct client {
	struct client *next;
	int id;
	pthread_t thread;
};

static struct client *clients;
static int served;

static void serve(int id)
{
	__atomic_fetch_add(&served, id, __ATOMIC_RELAXED);
}

static void *client_main(void *argument)
{
	serve(*(int *)argument);
	return NULL;
}

static void accept_client(int id)
{
	static const int number = 7;
	struct client *c = malloc(sizeof *c);

	c->id = id;
	c->next = clients;
	clients = c;
	pthread_create(&c->thread, NULL, client_main, (void *)&number);
}

static void stop_clients(void)
{
	struct client *c = clients;

	while (c) {
		struct client *next = c->next;
		pthread_join(c->thread, NULL);
		free(c);
		c = next;
	}
	clients = NULL;
}

static void report(void)
{
	printf("%d\n", served);
}

int main(void)
{
	for (int i = 0; i < 4; i++)
		accept_client(i);
	stop_clients();
	report();
	for (int i = 0; i < 4; i++)
		accept_client(i);
	stop_clients();
	report();
	snag_parallel(serve, serve); // ANSWER: yes
	snag_parallel(serve, accept_client); // ANSWER: yes
	snag_parallel(serve, report); // ANSWER: no: joined
	return 0;
}

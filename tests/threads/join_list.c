/* Handles in a linked list: every start adds a node, the end walks the whole list and joins each. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct client {
	struct client *next;
	pthread_t thread;
	int id, served;
};

static struct client *clients;

static void serve(struct client *c)
{
	c->served = c->id; // NORACE
}

static void *client_main(void *argument)
{
	serve(argument);
	return NULL;
}

static void accept_client(int id)
{
	struct client *c = calloc(1, sizeof *c);

	c->id = id;
	if (pthread_create(&c->thread, NULL, client_main, c) != 0)
		abort();
	c->next = clients;
	clients = c;
}

static void stop_clients(void)
{
	for (struct client *c = clients; c; c = c->next)
		pthread_join(c->thread, NULL);
}

static void report(void)
{
	int sum = 0;

	for (struct client *c = clients; c; c = c->next) {
		snag_whose(&c->served); // ANSWER: gone
		sum += c->served;
	}
	printf("%d\n", sum);
}

int main(void)
{
	for (int i = 0; i < 4; i++)
		accept_client(i);
	stop_clients();
	report();
	snag_parallel(serve, serve); // ANSWER: yes
	snag_parallel(serve, accept_client); // ANSWER: yes
	snag_parallel(serve, report); // ANSWER: no: joined
	return 0;
}

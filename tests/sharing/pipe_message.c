/* A command and its object in one message through a socket pair; the reply comes back in the object. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "snag_ask.h"

enum { STOP, COUNT };
struct job { long n; };
struct message { int command; struct job *job; };
static int side[2];

static void *worker(void *argument)
{
	struct message m;

	while (recv(side[1], &m, sizeof m, 0) == sizeof m && m.command == COUNT)
		m.job->n++; // RACE 1
	return argument;
}

static void post(int command, struct job *j)
{
	struct message m;

	memset(&m, 0, sizeof m);
	m.command = command; // NORACE
	m.job = j;
	snag_whose(&m); // ANSWER: stack
	if (send(side[0], &m, sizeof m, 0) != sizeof m)
		abort();
}

int main(void)
{
	pthread_t t;
	struct job a = { 0 }, *b = calloc(1, sizeof *b), *c = &a;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, side))
		return 1;
	pthread_create(&t, NULL, worker, NULL);
	snag_whose(b); // ANSWER: fresh
	b->n = 2; // NORACE
	post(COUNT, b);
	b->n = 3; // RACE 1
	post(STOP, NULL);
	pthread_join(t, NULL);
	snag_alias(c, &a); // ANSWER: must
	if (recv(side[0], &c, sizeof c, MSG_DONTWAIT) == sizeof c)
		a.n++;
	snag_alias(c, &a); // ANSWER: may
	return 0;
}

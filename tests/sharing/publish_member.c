/* The maker publishes a member's address, by a link: the object can be found from there. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include "snag_ask.h"

struct link { struct link *next; };
struct task { long state; struct link link; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct link *queue;

static void *worker(void *argument)
{
	pthread_mutex_lock(&lock);
	for (struct link *l = queue; l; l = l->next)
		((struct task *)((char *)l - offsetof(struct task, link)))->state++; // RACE 1
	pthread_mutex_unlock(&lock);
	return argument;
}

static void submit(void)
{
	struct task *t = malloc(sizeof *t);

	if (!t)
		return;
	snag_whose(t); // ANSWER: fresh
	t->state = 0; // NORACE
	pthread_mutex_lock(&lock);
	t->link.next = queue;
	queue = &t->link;
	pthread_mutex_unlock(&lock);
	snag_whose(&t->state); // ANSWER: shared
	t->state = 1; // RACE 1
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	for (int i = 0; i < 3; i++)
		submit();
	pthread_join(t, NULL);
	return 0;
}

/* The record around a list node, by the wrong one of its two nodes: what is taken for the cost is the other node. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

struct node {
	struct node *next;
};
struct job {
	long number;
	struct node all, ready;
	long cost;
};

static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER, ready_lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *all, *ready;

static void *charge(void *argument)
{
	pthread_mutex_lock(&all_lock);
	for (struct node *n = all; n; n = n->next)
		container_of(n, struct job, ready)->cost = 0; // RACE 1: n is &job->all, and this is job->ready
	pthread_mutex_unlock(&all_lock);
	return argument;
}

static void *run(void *argument)
{
	long count = 0;

	pthread_mutex_lock(&ready_lock);
	for (struct node *n = ready; n; n = n->next) // RACE 1
		count++;
	pthread_mutex_unlock(&ready_lock);
	return count ? argument : NULL;
}

int main(void)
{
	pthread_t a, b;

	for (int i = 0; i < 3; i++) {
		struct job *j = calloc(1, sizeof *j);
		j->all.next = all;
		all = &j->all;
		j->ready.next = ready;
		ready = &j->ready;
	}
	pthread_create(&a, NULL, charge, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}

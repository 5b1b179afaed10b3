/* As spawner_recursive.c, but the right child is joined only in the middle: elsewhere its result is read while it may still
 * run, and when main has joined the root, some may be left. Nodes are on the heap, or it would be worse. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct node {
	int depth;
	long sum;
};

static void leaf(struct node *n)
{
	n->sum = 1; // RACE 1
}

static void add(struct node *n, const struct node *left, const struct node *right)
{
	n->sum = left->sum + right->sum; // RACE 1
}

static void *grow(void *argument)
{
	struct node *n = argument;
	struct node *left = malloc(sizeof *left), *right = malloc(sizeof *right);
	pthread_t l, r;

	*left = *right = (struct node){ n->depth - 1, 0 };
	if (n->depth == 0) {
		leaf(n);
		return NULL;
	}
	pthread_create(&l, NULL, grow, left);
	pthread_create(&r, NULL, grow, right);
	pthread_join(l, NULL);
	if (n->depth == 2)
		pthread_join(r, NULL);
	snag_whose(right); // ANSWER: shared
	add(n, left, right);
	return NULL;
}

static void report(const struct node *n)
{
	printf("%ld\n", n->sum);
}

int main(void)
{
	struct node root = { 3, 0 };
	pthread_t thread;

	pthread_create(&thread, NULL, grow, &root);
	pthread_join(thread, NULL);
	report(&root);
	snag_parallel(leaf, leaf); // ANSWER: yes
	snag_parallel(add, leaf); // ANSWER: yes
	snag_parallel(report, leaf); // ANSWER: yes
	snag_parallel(report, add); // ANSWER: yes
	return 0;
}

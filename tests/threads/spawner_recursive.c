/* A tree of threads: each makes two of its own kind and joins both before it adds their results. Leaves overlap with leaves, and
 * with additions elsewhere in the tree; when main has joined the root, all are over. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

struct node {
	int depth;
	long sum;
};

static void leaf(struct node *n)
{
	n->sum = 1;
}

static void add(struct node *n, const struct node *left, const struct node *right)
{
	n->sum = left->sum + right->sum; // NORACE reported: each thread has its own node, and reads its children's when they are over
}

static void *grow(void *argument)
{
	struct node *n = argument;
	struct node left = { n->depth - 1, 0 }, right = { n->depth - 1, 0 };
	pthread_t l, r;

	if (n->depth == 0) {
		leaf(n);
		return NULL;
	}
	pthread_create(&l, NULL, grow, &left);
	pthread_create(&r, NULL, grow, &right);
	pthread_join(l, NULL);
	pthread_join(r, NULL);
	/* the slots of all levels of the recursion are one */
	snag_whose(&left); // ANSWER: gone ; today: shared
	add(n, &left, &right);
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
	snag_parallel(report, leaf); // ANSWER: no: joined
	snag_parallel(report, add); // ANSWER: no: joined
	return 0;
}

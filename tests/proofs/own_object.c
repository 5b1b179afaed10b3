/* A library: each call makes its own object; and a list that is locked while it is changed. */
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int n;
};
static struct node *head;
static int made;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void push(int n)
{
	struct node *x = malloc(sizeof *x);

	if (!x)
		return;
	x->n = n; // NORACE
	made++; // RACE
	pthread_mutex_lock(&m);
	x->next = head; // NORACE
	head = x; // NORACE
	pthread_mutex_unlock(&m);
}

int pop(void)
{
	struct node *x;
	int n;

	pthread_mutex_lock(&m);
	x = head; // NORACE
	if (x)
		head = x->next; // NORACE
	pthread_mutex_unlock(&m);
	if (!x)
		return -1;
	n = x->n; // NORACE
	free(x);
	return n;
}

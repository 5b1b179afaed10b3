/* Hand over hand along a list, and back along the other links: each walker holds one node and wants the next. */
#include <pthread.h>
#include <stdlib.h>

struct node {
	pthread_mutex_t lock;
	struct node *next, *prev;
	int value;
};

static struct node *head, *tail;

static void add_all(int n)
{
	struct node *at = head, *next;

	pthread_mutex_lock(&at->lock); // DEADLOCK 1
	while ((next = at->next)) {
		pthread_mutex_lock(&next->lock); // DEADLOCK 1
		at->value += n; // NORACE
		pthread_mutex_unlock(&at->lock);
		at = next;
	}
	at->value += n; // NORACE
	pthread_mutex_unlock(&at->lock);
}

static void subtract_all(int n)
{
	struct node *at = tail, *prev;

	pthread_mutex_lock(&at->lock); // DEADLOCK 1
	while ((prev = at->prev)) {
		pthread_mutex_lock(&prev->lock); // DEADLOCK 1
		at->value -= n; // NORACE
		pthread_mutex_unlock(&at->lock);
		at = prev;
	}
	at->value -= n; // NORACE
	pthread_mutex_unlock(&at->lock);
}

static void *forward(void *argument)
{
	add_all(1);
	return argument;
}

static void *backward(void *argument)
{
	subtract_all(1);
	return argument;
}

static void append(void)
{
	struct node *n = calloc(1, sizeof *n);

	if (!n)
		exit(1);
	pthread_mutex_init(&n->lock, NULL);
	n->prev = tail;
	if (tail)
		tail->next = n;
	else
		head = n;
	tail = n;
}

int main(void)
{
	pthread_t t1, t2;

	for (int i = 0; i < 5; i++)
		append();
	pthread_create(&t1, NULL, forward, NULL);
	pthread_create(&t2, NULL, backward, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}

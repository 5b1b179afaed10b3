/* Connections in an array are used in turn: the number of the next one goes up and round, under a lock, but everybody gets to all of them again. Not a queue. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 4

struct conn {
	int uses;
	long bytes;
};

static struct {
	pthread_mutex_t lock;
	struct conn *conn[MOST];
	unsigned next, n;
} set = { .lock = PTHREAD_MUTEX_INITIALIZER };

static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static struct conn *spare[MOST];
static unsigned turn;

static struct conn *pick(void)
{
	struct conn *c;

	pthread_mutex_lock(&set.lock);
	c = set.conn[set.next]; // NORACE
	set.next = (set.next + 1) % set.n; // NORACE
	pthread_mutex_unlock(&set.lock);
	return c;
}

static struct conn *pick_round(void)
{
	struct conn *c;

	pthread_mutex_lock(&other);
	if (turn == MOST) // NORACE
		turn = 0; // NORACE
	c = spare[turn++]; // NORACE
	pthread_mutex_unlock(&other);
	return c;
}

static void *worker(void *argument)
{
	for (int i = 0; i < 100; i++) {
		pick()->uses++; // RACE 1
		pick_round()->bytes++; // RACE 2
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (unsigned i = 0; i < MOST; i++) {
		set.conn[set.n++] = calloc(1, sizeof(struct conn));
		spare[i] = calloc(1, sizeof(struct conn));
	}
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", set.conn[0]->uses);
	return 0;
}

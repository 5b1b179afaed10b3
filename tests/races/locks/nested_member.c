/* A link inside a record, written as a member of the record by one thread and followed as a link by the other: one memory by two names. */
#include <pthread.h>
#include <stdlib.h>

#define LOCK(m)

struct link {
	struct link *next;
	long weight;
};
struct job {
	long number;
	struct link all, ready;
};
struct pool {
	struct job job[2];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct link *ready;
static struct job *last;
static struct pool pool;

static void *cut(void *argument)
{
	LOCK(lock);
	last->ready.next = NULL; // RACE 1
	pool.job[1].all.weight = 1; // RACE 2
	LOCK(unlock);
	return argument;
}

static void *follow(void *argument)
{
	long sum = 0;
	struct link *first = &pool.job[1].all;

	LOCK(lock);
	for (struct link *l = ready; l; l = l->next) // RACE 1
		sum++;
	sum += first->weight; // RACE 2
	LOCK(unlock);
	return sum ? argument : NULL;
}

int main(void)
{
	pthread_t a, b;

	for (int i = 0; i < 3; i++) {
		last = calloc(1, sizeof *last);
		last->ready.next = ready;
		ready = &last->ready;
	}
	pthread_create(&a, NULL, cut, NULL);
	pthread_create(&b, NULL, follow, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}

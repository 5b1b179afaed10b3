/* As atomic_ticket.c, but the number is called by a plain variable. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

struct ticket_lock {
	atomic_uint next;
	unsigned called;
};

static struct ticket_lock lock;
static int entries;

static void take(struct ticket_lock *l)
{
	unsigned mine = atomic_fetch_add(&l->next, 1);

	while (l->called != mine) // RACE 1
		sched_yield();
}

static void drop(struct ticket_lock *l)
{
	l->called++; // RACE 1
}

static void *worker(void *argument)
{
	for (int i = 0; i < 100; i++) {
		take(&lock);
		entries++; // RACE 2
		drop(&lock);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", entries);
	return 0;
}

/* A ticket lock: everybody draws a number and waits until it is called. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

struct ticket_lock {
	atomic_uint next;
	atomic_uint called;
};

static struct ticket_lock lock;
static int entries;

static void take(struct ticket_lock *l)
{
	unsigned mine = atomic_fetch_add(&l->next, 1);

	while (atomic_load(&l->called) != mine) // NORACE
		sched_yield();
}

static void drop(struct ticket_lock *l)
{
	atomic_fetch_add(&l->called, 1); // NORACE
}

static void *worker(void *argument)
{
	for (int i = 0; i < 100; i++) {
		take(&lock);
		entries++; // NORACE
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

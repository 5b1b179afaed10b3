/* As ticket_heap.c, but a third thread calls numbers and never waits for one. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct bank {
	atomic_uint next, called;
	int balance;
};

static void take(struct bank *b)
{
	unsigned mine = atomic_fetch_add_explicit(&b->next, 1, memory_order_relaxed);

	while (mine != atomic_load_explicit(&b->called, memory_order_acquire))
		;
}

static void drop(struct bank *b)
{
	unsigned now = atomic_load_explicit(&b->called, memory_order_relaxed);

	atomic_store_explicit(&b->called, now + 1, memory_order_release);
}

static void *work(void *argument)
{
	struct bank *b = argument;

	for (int i = 0; i < 100; i++) {
		take(b);
		b->balance++; // RACE 1
		drop(b);
	}
	return NULL;
}

static void *hurry(void *argument)
{
	drop(argument);
	return NULL;
}

int main(void)
{
	struct bank *b = calloc(1, sizeof *b);
	pthread_t one, two, three;

	if (!b)
		return 1;
	pthread_create(&one, NULL, work, b);
	pthread_create(&two, NULL, work, b);
	pthread_create(&three, NULL, hurry, b);
	pthread_join(three, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	free(b);
	return 0;
}

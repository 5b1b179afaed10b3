/* The __atomic builtins on plain members of a struct: store with release, load with acquire, compare and exchange. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

enum { IDLE, RUNNING, DONE };

struct timer {
	int state;
	int ticks;
};

static struct timer timer;

static bool timer_start(struct timer *t)
{
	int expected = IDLE;

	return __atomic_compare_exchange_n(&t->state, &expected, RUNNING, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE); // NORACE
}

static void *run(void *argument)
{
	struct timer *t = argument;

	if (timer_start(t)) {
		t->ticks = 10; // NORACE reported: acquire after release is not understood
		__atomic_store_n(&t->state, DONE, __ATOMIC_RELEASE); // NORACE
	}
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, run, &timer);
	pthread_create(&two, NULL, run, &timer);
	if (__atomic_load_n(&timer.state, __ATOMIC_ACQUIRE) == DONE) // NORACE
		printf("%d\n", timer.ticks); // NORACE
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}

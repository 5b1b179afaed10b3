/* As atomic_builtins.c, but the state is compared by a plain read. */
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

	return __atomic_compare_exchange_n(&t->state, &expected, RUNNING, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE); // RACE 1
}

static void *run(void *argument)
{
	struct timer *t = argument;

	if (timer_start(t)) {
		t->ticks = 10; // RACE 2
		__atomic_store_n(&t->state, DONE, __ATOMIC_RELEASE); // RACE 1
	}
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, run, &timer);
	pthread_create(&two, NULL, run, &timer);
	if (timer.state == DONE) // RACE 1
		printf("%d\n", timer.ticks); // RACE 2
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}

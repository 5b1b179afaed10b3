/* As atomic_flag_lock.c, but all orders are relaxed: at most one thread is inside, but it need not see what the last one did. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static long sum;
static int additions;

static void enter(void)
{
	while (atomic_flag_test_and_set_explicit(&busy, memory_order_relaxed))
		continue;
}

static void leave(void)
{
	atomic_flag_clear_explicit(&busy, memory_order_relaxed);
}

static void *adder(void *argument)
{
	for (int i = 0; i < 200; i++) {
		enter();
		sum += i; // RACE 1
		additions++; // RACE 2
		leave();
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, adder, NULL);
	pthread_create(&two, NULL, adder, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%ld %d\n", sum, additions);
	return 0;
}

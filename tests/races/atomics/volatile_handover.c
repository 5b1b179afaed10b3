/* Both the data and the flag are volatile: the accesses stay in their order in the program, but not for another processor. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

struct slot {
	volatile int filled;
	volatile int value;
};

static struct slot slot;

static void *filler(void *argument)
{
	struct slot *s = argument;

	s->value = 12; // RACE 1
	s->filled = 1; // RACE 2
	return NULL;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, filler, &slot);
	while (!slot.filled) // RACE 2
		sched_yield();
	printf("%d\n", slot.value); // RACE 1
	pthread_join(thread, NULL);
	return 0;
}

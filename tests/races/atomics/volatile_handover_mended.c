/* As volatile_handover.c, but the flag is atomic; the data need not even be volatile. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

struct slot {
	atomic_int filled;
	int value;
};

static struct slot slot;

static void *filler(void *argument)
{
	struct slot *s = argument;

	s->value = 12; // NORACE
	s->filled = 1; // NORACE
	return NULL;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, filler, &slot);
	while (!slot.filled) // NORACE
		sched_yield();
	printf("%d\n", slot.value); // NORACE
	pthread_join(thread, NULL);
	return 0;
}

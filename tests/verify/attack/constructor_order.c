/* Constructors come in the order of their numbers, before main. */
// VERIFY: race-free
// VERIFY assert: assert-safe
#include <assert.h>
#include <pthread.h>

static int steps;
static pthread_t thread;

static void *other(void *unused)
{
	steps = 3;
	return unused;
}

__attribute__((constructor(300))) static void second(void)
{
	assert(steps++ == 1);
	pthread_create(&thread, NULL, other, NULL);
}

__attribute__((constructor(200))) static void first(void)
{
	assert(steps++ == 0);
}

int main(void)
{
	pthread_join(thread, NULL);
	assert(steps == 3);
	return 0;
}

/* What was registered last runs first, destructors of the program come behind. */
// VERIFY: race-free
// VERIFY assert: assert-safe
#include <assert.h>
#include <stdlib.h>

static int steps;

static void first(void)
{
	assert(steps++ == 1);
}

static void last(void)
{
	assert(steps++ == 0);
}

__attribute__((destructor)) static void end(void)
{
	assert(steps == 2);
}

int main(void)
{
	atexit(first);
	atexit(last);
	return 0;
}

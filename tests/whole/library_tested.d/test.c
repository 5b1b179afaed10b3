// STATS: programs == 2
// A library and its test, which calls two functions of five, in one thread. The library is for others: all of it is looked at, as
// if any thread called it. What only the test does is not.
#include "queue.h"

static int tries;

int check(int value);

int check(int value)
{
	tries++; // NORACE
	return value == queue_get();
}

int main(void)
{
	queue_put(1);
	return !check(1);
}

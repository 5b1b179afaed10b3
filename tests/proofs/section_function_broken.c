/* The same with a name that says nothing: two find 0 there, and what they look at races, too. */
// PROVED: confirmed
#include <pthread.h>

static int taken, x;

static int atomic_swap(int *at, int expected, int value)
{
	int old = *at; // RACE 1

	if (old == expected)
		*at = value; // RACE 1
	return old;
}

static void *work(void *unused)
{
	if (atomic_swap(&taken, 0, 1) == 0)
		x++; // RACE
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}

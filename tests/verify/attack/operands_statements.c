/* One statement comes before the other. */
// VERIFY: race-free
#include <pthread.h>

static int turn, first, x;

static int step(int n)
{
	if (!turn++)
		first = n;
	return n;
}

static int both(int a, int b)
{
	return a + b;
}

static void *work(void *unused)
{
	x = 1; // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;
	int a = step(1), b = step(2);

	both(a, b);
	pthread_create(&t, 0, work, 0);
	if (first == 2)
		x = 2; // NORACE reported
	pthread_join(t, 0);
	return 0;
}

/* Which argument is evaluated first is open: a compiler that begins with the second one takes the branch. */
// VERIFY: race ; today: unknown
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
	x = 1; // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	both(step(1), step(2));
	pthread_create(&t, 0, work, 0);
	if (first == 2)
		x = 2; // RACE 1
	pthread_join(t, 0);
	return 0;
}

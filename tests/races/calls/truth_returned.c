/* A function returns whether several things hold, and the last of them always does: 0 or 1. */
#include <pthread.h>

static int one = 1, asked, equal, positive, none, negative;

static int all(void)
{
	return one * 2 == 2 && sizeof one <= sizeof(long); // RACE 5
}

static void *work(void *unused)
{
	if (all())
		asked++; // RACE 1
	if (all() == 1)
		equal++; // RACE 2
	if (all() > 0)
		positive++; // RACE 3
	if (!all())
		none++; // RACE 4
	if (all() < 0)
		negative++; // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	asked++; // RACE 1
	equal++; // RACE 2
	positive++; // RACE 3
	none++; // RACE 4
	one++; // RACE 5
	negative++; // NORACE
	pthread_join(t, 0);
	return 0;
}

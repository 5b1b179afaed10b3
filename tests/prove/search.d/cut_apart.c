/* More accesses than are remembered, before the one that a later access of the other thread is not ordered with. */
// search: race @seen @use : not within
#include <pthread.h>

static int a[400], own[400], x;
static volatile int flag;

static void put(int *p, int i)
{
	p[i] = i; // @seen
}

static void *work(void *unused)
{
	for (int i = 0; i < 400; i++)
		put(own, i);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = a[3]; // @use
	return flag;
}

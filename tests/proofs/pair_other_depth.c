/* Two ways lead to the access of each thread. The short one is never taken, since the argument is never null. */
#include <pthread.h>

static int level, one = 1;

static void set(int to)
{
	level = to; // RACE 1
}

static void by_way(int to)
{
	set(to);
}

static void *writer(void *p)
{
	if (!p)
		set(1);
	else
		by_way(2);
	return p;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, writer, &one);
	pthread_create(&b, 0, writer, &one);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return level;
}

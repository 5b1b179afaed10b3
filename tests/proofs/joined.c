/* Threads that main orders by joins, behind a start that no search gets through: no harness may let them overlap. */
#include <pthread.h>
#include <stdio.h>

static long first, second, both;

static void *one(void *x)
{
	first = 1; // NORACE
	both++; // RACE 1
	return x;
}

static void *two(void *x)
{
	first++; // NORACE
	second++;
	return x;
}

static void *beside(void *x)
{
	both++; // RACE 1
	return x;
}

int main(void)
{
	pthread_t a, b, c;
	long n = 0;

	for (long i = 0; i < 2000000000; i++)
		n += getchar() == 'x';
	pthread_create(&c, 0, beside, 0);
	pthread_create(&a, 0, one, 0);
	pthread_join(a, 0);
	pthread_create(&b, 0, two, 0);
	pthread_join(b, 0);
	pthread_join(c, 0);
	return (int)n;
}

/* printf is given a number, read before. */
// VERIFY: race-free
#include <pthread.h>
#include <stdio.h>

static int n = 3;

static void *other(void *unused)
{
	printf("%d\n", n);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	printf("%d %d\n", n, n + 1);
	pthread_join(t, NULL);
	return 0;
}

/* What is not converted is not written, and a call that fails writes nothing. */
// PROVED: none
#include <pthread.h>
#include <stdio.h>

static int shared;

static void *work(void *unused)
{
	int first = 5, second = 6, n = scanf("%d %d", &first, &second);

	if ((n == 1 && second != 6) || (n <= 0 && first != 5))
		shared = 1; // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	shared = 2; // NORACE reported: each number is written with those before it
	pthread_join(t, 0);
	return 0;
}

/* What a call that prints returns is the outside's to say: no more characters than there are, or that it failed. */
// PROVED: confirmed
#include <pthread.h>
#include <stdio.h>

static int whole, failed;

static void *work(void *x)
{
	whole = 1; // RACE 1
	failed = 1; // RACE 2
	return x;
}

int main(void)
{
	pthread_t t;
	int n;

	pthread_create(&t, NULL, work, NULL);
	n = printf("%d\n", 42);
	if (n == 3)
		whole = 2; // RACE 1
	if (n < 0)
		failed = 2; // RACE 2
	pthread_join(t, NULL);
	return 0;
}

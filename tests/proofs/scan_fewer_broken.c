/* ... what is converted is any number. */
// PROVED: confirmed
#include <pthread.h>
#include <stdio.h>

static int shared;

static void *work(void *unused)
{
	int first = 5, second = 6, n = scanf("%d %d", &first, &second);

	if (n == 1 && first == 77 && second == 6)
		shared = 1; // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	shared = 2; // RACE 1
	pthread_join(t, 0);
	return 0;
}

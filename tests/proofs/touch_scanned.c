/* What a text does not hold is not stored. */
// PROVED: none
#include <pthread.h>
#include <stdio.h>

static int number;

static void *work(void *unused)
{
	number = 1; // NORACE: nobody else writes or reads it
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	sscanf("x", "%d", &number); // NORACE reported: there is no number
	pthread_join(t, 0);
	return 0;
}

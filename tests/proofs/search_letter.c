/* What is found is there, and the prover looks for it. */
// PROVED: confirmed
#include <pthread.h>
#include <string.h>

static int shared;

static void *work(void *a)
{
	if (*strchr("abc", 'c') == 'c')
		shared++; // RACE
	return a;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}

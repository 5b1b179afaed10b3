/* The three streams are there, and differ. */
// PROVED: confirmed
#include <pthread.h>
#include <stdio.h>

static int shared;

static void *work(void *a)
{
	if (stdin && stdout != stderr)
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

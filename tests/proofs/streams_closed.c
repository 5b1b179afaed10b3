/* A program may close a stream that it was given. */
// PROVED: confirmed
#include <pthread.h>
#include <stdio.h>

static int shared;

static void *work(void *a)
{
	fflush(stdout);
	shared++; // RACE
	return a;
}

int main(void)
{
	pthread_t t, u;

	fclose(stdin);
	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}

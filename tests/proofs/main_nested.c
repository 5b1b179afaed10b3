/* A thread that starts another one. Main leads there. */
// PROVED: confirmed
#include <pthread.h>

static int jobs;

static void *inner(void *p)
{
	jobs++; // RACE 1
	return p;
}

static void *outer(void *p)
{
	pthread_t t;

	jobs = 0;
	pthread_create(&t, 0, inner, 0);
	jobs = 2; // RACE 1
	pthread_join(t, 0);
	return p;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, outer, 0);
	pthread_join(t, 0);
	return jobs;
}

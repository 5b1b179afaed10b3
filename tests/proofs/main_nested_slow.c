/* A thread that starts another one. Main leads there, but not soon: what it does before cannot be left out. */
// PROVED: none
#include <pthread.h>

static int jobs;

extern int input(void);

static void wait_for_input(void)
{
	for (int i = 0; i < 1000000; i++)
		while (input() != 5)
			continue;
}

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

	wait_for_input();
	pthread_create(&t, 0, outer, 0);
	pthread_join(t, 0);
	return jobs;
}

/* A thread that is chosen by a table. Main leads there. */
// PROVED: confirmed
#include <pthread.h>

static int hits;

static void *count(void *p)
{
	hits++; // RACE 1
	return p;
}

static void *(*const table[])(void *) = { count, count };

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, table[i], 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	return hits;
}

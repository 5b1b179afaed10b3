/* A thread that is chosen by a table. Main leads there, but not soon: what it does before cannot be left out. */
// PROVED: none
#include <pthread.h>

static int hits;

extern int input(void);

static void wait_for_input(void)
{
	for (int i = 0; i < 1000000; i++)
		while (input() != 5)
			continue;
}

static void *count(void *p)
{
	hits++; // RACE 1
	return p;
}

static void *(*const table[])(void *) = { count, count };

int main(void)
{
	pthread_t t[2];

	wait_for_input();
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, table[i], 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	return hits;
}

/* An initialiser that main calls before a thread, and again beside it. Main leads there. */
// PROVED: confirmed
#include <pthread.h>

static int table[4];

static void init_table(void)
{
	table[0] = 1; // RACE 1
}

static void *use_table(void *p)
{
	table[0]++; // RACE 1
	return p;
}

int main(void)
{
	pthread_t t;

	init_table();
	pthread_create(&t, 0, use_table, 0);
	init_table();
	pthread_join(t, 0);
	return table[0];
}

/* An initialiser that main calls before a thread, and again beside it. Main leads there, but not soon: what it does before cannot be left out. */
// PROVED: none
#include <pthread.h>

static int table[4];

extern int input(void);

static void wait_for_input(void)
{
	for (int i = 0; i < 1000000; i++)
		while (input() != 5)
			continue;
}

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
	wait_for_input();
	pthread_create(&t, 0, use_table, 0);
	init_table();
	pthread_join(t, 0);
	return table[0];
}

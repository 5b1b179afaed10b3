/* A library: what is set up once, before it is looked at; and a twin that does not ask. */
#include <pthread.h>

static pthread_once_t done = PTHREAD_ONCE_INIT;
static int table[8], level;

static void set_up(void)
{
	for (int i = 0; i < 8; i++)
		table[i] = i * i; // NORACE
	level = 3; // RACE 1
}

int look(int i)
{
	pthread_once(&done, set_up);
	return table[i & 7]; // NORACE
}

int hurry(void)
{
	return level; // RACE 1
}

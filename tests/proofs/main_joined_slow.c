/* The first thread is joined before the second one is started, unless something has failed. Main leads there, but not soon: what it does before cannot be left out. */
// PROVED: none
#include <pthread.h>

extern int failed(void);
static int total;

extern int input(void);

static void wait_for_input(void)
{
	for (int i = 0; i < 1000000; i++)
		while (input() != 5)
			continue;
}

static void *first(void *p)
{
	total = 1; // RACE 1
	return p;
}

static void *second(void *p)
{
	total = 2; // RACE 1
	return p;
}

int main(void)
{
	pthread_t t, u;

	wait_for_input();
	pthread_create(&t, 0, first, 0);
	if (!failed())
		pthread_join(t, 0);
	pthread_create(&u, 0, second, 0);
	pthread_join(u, 0);
	return total;
}

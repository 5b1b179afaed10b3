/* Two threads of one function. Main leads there, but not soon: what it does before cannot be left out. */
// PROVED: none
#include <pthread.h>

static int n;

extern int input(void);

static void wait_for_input(void)
{
	for (int i = 0; i < 1000000; i++)
		while (input() != 5)
			continue;
}

static void *up(void *p)
{
	n++; // RACE 1
	return p;
}

int main(void)
{
	pthread_t t, u;

	wait_for_input();
	pthread_create(&t, 0, up, 0);
	pthread_create(&u, 0, up, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return n;
}

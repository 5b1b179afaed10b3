/* A number from outside becomes a whole one: only what fits does. */
#include <pthread.h>

double ask(void);
static int small, large;

static void *work(void *a)
{
	small = 1;
	large = 1;
	return a;
}

int main(void)
{
	pthread_t t;
	double d = ask();
	int n = (int)d;

	pthread_create(&t, 0, work, 0);
	if (n == 7)
		small = 2; // RACE
	if (d > 3e9 && n != 7)
		large = 2; // NORACE reported: no int holds the number
	pthread_join(t, 0);
	return 0;
}

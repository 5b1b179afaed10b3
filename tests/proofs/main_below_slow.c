/* An access of main's own thread, two calls below it. Main leads there, but not soon: what it does before cannot be left out. */
// PROVED: none
#include <pthread.h>

static int state;

extern int input(void);

static void wait_for_input(void)
{
	for (int i = 0; i < 1000000; i++)
		while (input() != 5)
			continue;
}

static void set(int to)
{
	state = to; // RACE 1
}

static void set_up(void)
{
	set(1);
}

static void *watch(void *p)
{
	return state ? p : 0; // RACE 1
}

int main(void)
{
	pthread_t t;

	set_up();
	wait_for_input();
	pthread_create(&t, 0, watch, 0);
	set(2);
	pthread_join(t, 0);
	return state;
}

/* An access of main's own thread, two calls below it. Main leads there. */
// PROVED: confirmed
#include <pthread.h>

static int state;

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
	pthread_create(&t, 0, watch, 0);
	set(2);
	pthread_join(t, 0);
	return state;
}

/* A function outside that does not come back ends the program, but not at once: others may run before. */
// search: race @late @other : found
#include <pthread.h>

_Noreturn void fatal(void);
static int x;
static volatile int said;

static void *work(void *a)
{
	if (said)
		x = 1; // @late
	return a;
}

static void *worker(void *a)
{
	if (said)
		x = 2; // @other
	return a;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, worker, 0);
	said = 1;
	fatal();
}

/* The loop that adds ends: what it stores is what it finds. */
// PROVED: confirmed
#include <pthread.h>

static _Atomic _Bool twice;
static int shared;

static void *work(void *unused)
{
	twice += 1;
	twice += 1;
	shared = 1; // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	twice += 1;
	shared = 2; // RACE 1
	pthread_join(t, 0);
	return 0;
}

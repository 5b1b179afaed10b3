/* A variable that is defined elsewhere may hold anything. */
// PROVED: assuming
#include <pthread.h>

extern int limit;
static int shared;

static void *work(void *a)
{
	if (limit == 0)
		shared++; // RACE
	return a;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}

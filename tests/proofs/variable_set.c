/* ... unless it is set here. */
// PROVED: confirmed
#include <pthread.h>

extern int limit;
static int shared;

static void *work(void *a)
{
	if (limit == 3)
		shared++; // RACE
	return a;
}

int main(void)
{
	pthread_t t, u;

	limit = 3;

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}

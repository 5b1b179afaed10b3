/* ... nor what else it does that returns a number which nobody wants. */
// PROVED: assuming
#include <pthread.h>

int notify(void);
static int shared;

static void *work(void *a)
{
	notify();
	if (!shared)
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

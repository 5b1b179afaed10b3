/* Nobody knows what notify does: it may wait for the other thread, or end the process. */
// PROVED: assuming
#include <pthread.h>

void notify(void);
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

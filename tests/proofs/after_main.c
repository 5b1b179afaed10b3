/* A destructor runs after main: what main does needs no word about it. */
// PROVED: confirmed
#include <pthread.h>

static int ready, shared;

__attribute__((destructor)) static void finish(void)
{
	ready = 1;
}

static void *work(void *a)
{
	if (!ready)
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

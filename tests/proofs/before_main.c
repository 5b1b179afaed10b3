/* A constructor runs before main: an execution without it is none of the program. */
// PROVED: assuming
#include <pthread.h>

static int ready, shared;

__attribute__((constructor)) static void setup(void)
{
	ready = 1;
}

static void *work(void *a)
{
	if (!ready)
		shared++; // NORACE reported: it is set before main begins
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

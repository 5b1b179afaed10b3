/* A barrier for nobody is refused. */
// PROVED: assuming
#include <pthread.h>

static int shared;

static void *work(void *a)
{
	pthread_barrier_t gate;

	if (pthread_barrier_init(&gate, 0, 0) == 0)
		shared++; // NORACE reported: it is an error
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

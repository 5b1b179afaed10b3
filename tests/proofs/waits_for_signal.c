/* Nobody sends a signal: what is behind pause is never run. */
// PROVED: assuming
#include <pthread.h>
#include <unistd.h>

static int shared;

static void *work(void *a)
{
	pause();
	shared++; // NORACE reported: nobody gets here
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

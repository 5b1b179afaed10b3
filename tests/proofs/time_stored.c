/* It stores what it returns. */
// PROVED: assuming
#include <pthread.h>
#include <time.h>

static int shared;

static void *work(void *a)
{
	time_t k, n = time(&k);
	
	if (k != n)
		shared++; // NORACE reported: they are the same
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

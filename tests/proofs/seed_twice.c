/* The same seed, the same number. */
// PROVED: assuming
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *work(void *a)
{
	int k, n;
	
	pthread_mutex_lock(&m);
	srand(7);
	k = rand();
	srand(7);
	n = rand();
	pthread_mutex_unlock(&m);
	if (k != n)
		shared++; // NORACE reported: the library says so
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

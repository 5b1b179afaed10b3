/* Three is no alignment: what is asked for is not given, and the pointer stays. */
// PROVED: none
#include <pthread.h>
#include <stdlib.h>

static int x;

static void *work(void *unused)
{
	void *p = NULL;

	if (posix_memalign(&p, 3, 8) == 0)
		x++; // NORACE reported
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return x;
}

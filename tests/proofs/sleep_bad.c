/* A second has 10^9 nanoseconds: the call fails each time. */
// PROVED: none
#include <pthread.h>
#include <time.h>

static int x;

static void *work(void *unused)
{
	struct timespec t = { 0, 2000000000 };

	if (nanosleep(&t, NULL) == 0)
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

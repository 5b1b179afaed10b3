/* The join of a thread that was cancelled comes behind all that it did. */
// VERIFY: race-free
#include <pthread.h>
#include <unistd.h>

static int n;

static void *other(void *unused)
{
	n = 1;
	pause();
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	pthread_cancel(t);
	pthread_join(t, NULL);
	n = 2;
	return 0;
}

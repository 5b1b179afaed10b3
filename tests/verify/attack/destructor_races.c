/* A function that runs when the process ends, beside a thread that is still there. */
// VERIFY: race
#include <pthread.h>

static int n;

static void *other(void *unused)
{
	n++;
	return unused;
}

__attribute__((destructor)) static void end(void)
{
	n++;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	return 0;
}

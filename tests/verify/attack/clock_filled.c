/* A clock is read into memory that another thread reads. */
// VERIFY: race ; today: unknown: an execution was found but not confirmed
#include <pthread.h>
#include <time.h>

static struct timespec now;
static long seen;

static void *other(void *unused)
{
	seen = now.tv_sec;
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	clock_gettime(CLOCK_MONOTONIC, &now);
	pthread_join(t, NULL);
	return 0;
}

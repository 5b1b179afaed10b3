/* A clock is read before the thread is there that reads it. */
// VERIFY: race-free
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

	clock_gettime(CLOCK_MONOTONIC, &now);
	pthread_create(&t, NULL, other, NULL);
	pthread_join(t, NULL);
	return 0;
}

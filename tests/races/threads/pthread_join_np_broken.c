/* As pthread_join_np.c, but when the patience is over, the result is read before the join. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static long result;

static void *compute(void *argument)
{
	usleep(3000);
	result = 1234; // RACE 1
	return argument;
}

static struct timespec soon(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	t.tv_nsec += 500000;
	if (t.tv_nsec >= 1000000000) {
		t.tv_nsec -= 1000000000;
		t.tv_sec++;
	}
	return t;
}

static int gone(pthread_t thread)
{
	struct timespec by_wall = soon(CLOCK_REALTIME), by_uptime = soon(CLOCK_MONOTONIC);

	if (pthread_tryjoin_np(thread, NULL) == 0)
		return 1;
	if (pthread_timedjoin_np(thread, NULL, &by_wall) == 0)
		return 1;
	return pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, &by_uptime) == 0;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, compute, NULL);
	if (gone(thread)) {
		printf("%ld, at once\n", result); // NORACE
		return 0;
	}
	printf("%ld\n", result); // RACE 1
	pthread_join(thread, NULL);
	return 0;
}

/* libuv, issue 2884 (and 3948): which clock is fast and exact enough was found out by whoever asked first for the time, and kept in a plain static
 * variable; loops of several threads did so at once. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

struct uv_loop {
	uint64_t time;
};

static uint64_t uv__hrtime(int fast)
{
	static clock_t fast_clock_id = -1;
	struct timespec t;
	clock_t clock_id = CLOCK_MONOTONIC;

	if (fast && fast_clock_id == -1) { // RACE 1
		if (clock_getres(CLOCK_MONOTONIC_COARSE, &t) == 0 && t.tv_nsec <= 1 * 1000 * 1000)
			fast_clock_id = CLOCK_MONOTONIC_COARSE; // RACE 1
		else
			fast_clock_id = CLOCK_MONOTONIC; // RACE 1
	}
	if (fast)
		clock_id = fast_clock_id; // RACE 1
	if (clock_gettime((clockid_t)clock_id, &t))
		return 0;
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void uv__update_time(struct uv_loop *loop)
{
	loop->time = uv__hrtime(1) / 1000000; // NORACE
}

static void *run_loop(void *argument)
{
	struct uv_loop loop = { 0 };

	for (int i = 0; i < 10; i++)
		uv__update_time(&loop);
	printf("%llu\n", (unsigned long long)loop.time);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, run_loop, NULL);
	pthread_create(&two, NULL, run_loop, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}

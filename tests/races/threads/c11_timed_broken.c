/* As c11_timed.c, but the function only knows an error, and takes a timeout for success. */
#include <stdio.h>
#include <threads.h>
#include <time.h>

static mtx_t lock;
static int printed;

static void print_job(void)
{
	struct timespec limit, pause = { 0, 2000000 };
	int result;

	timespec_get(&limit, TIME_UTC);
	limit.tv_nsec = (limit.tv_nsec + 500000) % 1000000000;
	result = mtx_timedlock(&lock, &limit);
	if (result == thrd_error)
		return;
	printed++; // RACE 1
	thrd_sleep(&pause, NULL);
	if (result == thrd_success)
		mtx_unlock(&lock);
}

static int user(void *argument)
{
	(void)argument;
	for (int i = 0; i < 5; i++)
		print_job();
	return 0;
}

int main(void)
{
	thrd_t one, two;

	mtx_init(&lock, mtx_timed);
	thrd_create(&one, user, NULL);
	thrd_create(&two, user, NULL);
	thrd_join(one, NULL);
	thrd_join(two, NULL);
	printf("%d\n", printed);
	return 0;
}

/* As c11_thread_local.c, but the counter lost its _Thread_local. */
#include <stdio.h>
#include <threads.h>

static mtx_t lock;
static long total;
static long mine;

static void count(int n)
{
	for (int i = 0; i < n; i++)
		mine += i; // RACE 1
}

static int worker(void *argument)
{
	(void)argument;
	for (int i = 0; i < 50; i++)
		count(i);
	mtx_lock(&lock);
	total += mine; // RACE 1
	mtx_unlock(&lock);
	return 0;
}

int main(void)
{
	thrd_t one, two;

	mtx_init(&lock, mtx_plain);
	thrd_create(&one, worker, NULL);
	thrd_create(&two, worker, NULL);
	thrd_join(one, NULL);
	thrd_join(two, NULL);
	printf("%ld\n", total);
	return 0;
}

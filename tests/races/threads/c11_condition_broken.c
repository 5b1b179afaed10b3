/* As c11_condition.c, but the end is announced without the lock. */
#include <stdio.h>
#include <threads.h>
#include <time.h>

static mtx_t lock;
static cnd_t work, end;
static int jobs, finished;

static int worker(void *argument)
{
	struct timespec limit;
	int done = 0;

	(void)argument;
	timespec_get(&limit, TIME_UTC);
	limit.tv_sec++;
	mtx_lock(&lock);
	while (done < 3) {
		while (jobs == 0)
			if (cnd_timedwait(&work, &lock, &limit) == thrd_timedout)
				break;
		if (jobs > 0)
			jobs--; // NORACE
		done++;
	}
	mtx_unlock(&lock);
	finished = 1; // RACE 1
	cnd_broadcast(&end);
	return 0;
}

static void submit(void)
{
	mtx_lock(&lock);
	jobs++; // NORACE
	mtx_unlock(&lock);
	cnd_signal(&work);
}

int main(void)
{
	struct timespec pause = { 0, 100000 };
	thrd_t thread;

	mtx_init(&lock, mtx_plain);
	cnd_init(&work);
	cnd_init(&end);
	thrd_create(&thread, worker, NULL);
	for (int i = 0; i < 3; i++)
		submit();
	mtx_lock(&lock);
	while (!finished) { // RACE 1
		mtx_unlock(&lock);
		thrd_sleep(&pause, NULL);
		mtx_lock(&lock);
	}
	mtx_unlock(&lock);
	thrd_join(thread, NULL);
	cnd_destroy(&work);
	cnd_destroy(&end);
	puts("finished");
	return 0;
}

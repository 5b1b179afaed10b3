/* As c11_mutex.c, but the one that empties the log forgets the mutex. */
#include <stdio.h>
#include <threads.h>

static mtx_t lock;
static int lines;

static int append(void *argument)
{
	(void)argument;
	for (int i = 0; i < 1000; i++) {
		mtx_lock(&lock);
		lines++; // RACE 1
		mtx_unlock(&lock);
	}
	return 0;
}

static int empty(void *argument)
{
	(void)argument;
	for (int i = 0; i < 100; i++) {
		lines = 0; // RACE 1
		thrd_yield();
	}
	return 0;
}

int main(void)
{
	thrd_t one, two;

	if (mtx_init(&lock, mtx_plain) != thrd_success)
		return 1;
	thrd_create(&one, append, NULL);
	thrd_create(&two, empty, NULL);
	thrd_join(one, NULL);
	thrd_join(two, NULL);
	printf("%d\n", lines);
	mtx_destroy(&lock);
	return 0;
}

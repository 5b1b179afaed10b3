/* As c11_thread_local_address.c, but the owner changes its state without the mutex: it is thread-local, after all. */
#include <stdio.h>
#include <threads.h>

struct state {
	int depth;
};

static mtx_t lock;
static _Thread_local struct state own;
static struct state *registered;

static int worker(void *argument)
{
	(void)argument;
	mtx_lock(&lock);
	registered = &own; // NORACE
	mtx_unlock(&lock);
	for (int i = 0; i < 1000; i++) {
		own.depth++; // RACE 1
	}
	mtx_lock(&lock);
	registered = NULL; // NORACE
	mtx_unlock(&lock);
	return 0;
}

static int inspect(void)
{
	int depth;

	mtx_lock(&lock);
	depth = registered ? registered->depth : 0; // RACE 1
	mtx_unlock(&lock);
	return depth;
}

int main(void)
{
	thrd_t thread;
	int deepest = 0;

	mtx_init(&lock, mtx_plain);
	thrd_create(&thread, worker, NULL);
	for (int i = 0; i < 1000; i++)
		if (inspect() > deepest)
			deepest = i;
	thrd_join(thread, NULL);
	printf("%d\n", deepest >= 0);
	return 0;
}

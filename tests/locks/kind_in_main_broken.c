/* As kind_in_main.c; the lock is a plain one. */
#include <threads.h>

static mtx_t lock;
static int depth;

static int worker(void *arg)
{
	(void)arg;
	mtx_lock(&lock);
	mtx_lock(&lock); // SELF-DEADLOCK
	depth++; // NORACE
	mtx_unlock(&lock);
	mtx_unlock(&lock);
	return 0;
}

int main(void)
{
	thrd_t t;

	mtx_init(&lock, mtx_plain);
	thrd_create(&t, worker, NULL);
	thrd_join(t, NULL);
	return 0;
}

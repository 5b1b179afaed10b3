/* C11 threads: main waits for a flag that the worker leaves as it is. */
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int worker(void *arg)
{
	(void)arg;
	mtx_lock(&m);
	ready = 0;
	cnd_signal(&c);
	mtx_unlock(&m);
	return 0;
}

int main(void)
{
	thrd_t t;

	mtx_init(&m, mtx_plain);
	cnd_init(&c);
	if (thrd_create(&t, worker, NULL) != thrd_success)
		return 1;
	mtx_lock(&m);
	while (!ready)
		cnd_wait(&c, &m); // DEADLOCK
	mtx_unlock(&m);
	thrd_join(t, NULL);
	return 0;
}

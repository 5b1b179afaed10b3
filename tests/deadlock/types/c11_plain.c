/* mtx_plain taken twice. */
#include <threads.h>

static mtx_t m;
static int n;

static void add(int x)
{
	mtx_lock(&m); // SELF-DEADLOCK
	n += x;
	mtx_unlock(&m);
}

static int worker(void *arg)
{
	(void)arg;
	mtx_lock(&m);
	add(1);
	mtx_unlock(&m);
	return 0;
}

int main(void)
{
	thrd_t t;

	mtx_init(&m, mtx_plain);
	thrd_create(&t, worker, NULL);
	thrd_join(t, NULL);
	return 0;
}

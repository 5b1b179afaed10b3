/* C11's threads and mutexes. */
// VERIFY: race-free
#include <threads.h>

static mtx_t m;
static int n;

static int other(void *unused)
{
	(void)unused;
	mtx_lock(&m);
	n++;
	mtx_unlock(&m);
	return 0;
}

int main(void)
{
	thrd_t t;

	mtx_init(&m, mtx_plain);
	thrd_create(&t, other, NULL);
	mtx_lock(&m);
	n++;
	mtx_unlock(&m);
	thrd_join(t, NULL);
	return 0;
}

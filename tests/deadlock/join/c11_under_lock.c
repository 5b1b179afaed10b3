/* thrd_join under the mutex that the thread takes. */
#include <threads.h>

static mtx_t m;
static int n;

static int worker(void *arg)
{
	(void)arg;
	mtx_lock(&m); // WAIT-HOLDING 1
	n++;
	mtx_unlock(&m);
	return 0;
}

int main(void)
{
	thrd_t t;

	mtx_init(&m, mtx_plain);
	thrd_create(&t, worker, NULL);
	mtx_lock(&m); // WAIT-HOLDING 1
	n--;
	thrd_join(t, NULL); // WAIT-HOLDING 1
	mtx_unlock(&m);
	return 0;
}

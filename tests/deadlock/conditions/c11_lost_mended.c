/* A flag remembers it. */
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int waiter(void *arg)
{
	(void)arg;
	mtx_lock(&m);
	while (!ready)
		cnd_wait(&c, &m);
	mtx_unlock(&m);
	return 0;
}

static int setter(void *arg)
{
	(void)arg;
	mtx_lock(&m);
	ready = 1;
	cnd_signal(&c);
	mtx_unlock(&m);
	return 0;
}

int main(void)
{
	thrd_t t, u;

	mtx_init(&m, mtx_plain);
	cnd_init(&c);
	thrd_create(&t, waiter, NULL);
	thrd_create(&u, setter, NULL);
	thrd_join(t, NULL);
	thrd_join(u, NULL);
	return 0;
}

#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready;

int wait_for(void)
{
	mtx_lock(&m);
	while (!ready)
		cnd_wait(&c, &m);
	mtx_unlock(&m); // NOUNLOCK-UNHELD
	return 0;
}

int try_it(void)
{
	if (mtx_trylock(&m) != thrd_success)
		return -1; // NOLOCK-LEAK
	ready++;
	mtx_unlock(&m); // NOUNLOCK-UNHELD
	return 0;
}

int try_it_and_forget(void)
{
	if (mtx_trylock(&m) != thrd_success)
		return -1; // NOLOCK-LEAK
	if (ready < 0)
		return -2; // LOCK-LEAK
	mtx_unlock(&m);
	return 0;
}

void give_back_twice(void)
{
	mtx_lock(&m); // EMPTY-SECTION
	mtx_unlock(&m);
	mtx_unlock(&m); // UNLOCK-UNHELD
}

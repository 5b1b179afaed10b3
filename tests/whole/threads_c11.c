/* C11 threads: the same mistakes, another API. */
#include <threads.h>

static mtx_t m;

int locked_twice(void)
{
	mtx_lock(&m);
	mtx_lock(&m); // SELF-DEADLOCK
	mtx_unlock(&m);
	return 0;
}

int tried(void)
{
	if (mtx_trylock(&m) != thrd_success)
		return -1; // NOLOCK-LEAK: not taken
	mtx_unlock(&m); // NOUNLOCK-UNHELD
	return 0;
}

int kept(int n)
{
	mtx_lock(&m);
	if (n)
		return -1; // LOCK-LEAK
	mtx_unlock(&m);
	return 0;
}

int kept_with_success(int n)
{
	mtx_lock(&m);
	if (n)
		return 1; // LOCK-LEAK
	mtx_unlock(&m);
	return 0;
}

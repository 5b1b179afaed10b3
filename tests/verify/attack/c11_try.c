/* mtx_trylock may fail for no reason. */
// VERIFY: race
#include <threads.h>

static mtx_t m;
static int n;

int main(void);

static int other(void *unused)
{
	(void)unused;
	n++;
	return 0;
}

int main(void)
{
	thrd_t t;

	mtx_init(&m, mtx_plain);
	thrd_create(&t, other, NULL);
	if (mtx_trylock(&m) != thrd_success)
		n++;
	thrd_join(t, NULL);
	return 0;
}

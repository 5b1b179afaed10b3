/* C11: waits for a condition with a second mutex in hand that the signalling thread needs first. */
#include <stddef.h>
#include <threads.h>

static mtx_t outer, inner;
static cnd_t changed;
static int level, version;

static int waiter(void *argument)
{
	mtx_lock(&outer); // WAIT-HOLDING 1
	mtx_lock(&inner);
	while (level == 0) // NORACE
		cnd_wait(&changed, &inner); // WAIT-HOLDING 1
	version++; // NORACE
	mtx_unlock(&inner);
	mtx_unlock(&outer);
	return argument != NULL;
}

static int raiser(void *argument)
{
	mtx_lock(&outer);
	version++; // NORACE
	mtx_lock(&inner);
	level = 1; // NORACE
	cnd_signal(&changed);
	mtx_unlock(&inner);
	mtx_unlock(&outer);
	return argument != NULL;
}

int main(void)
{
	thrd_t t1, t2;

	mtx_init(&outer, mtx_plain);
	mtx_init(&inner, mtx_plain);
	cnd_init(&changed);
	thrd_create(&t1, waiter, NULL);
	thrd_create(&t2, raiser, NULL);
	thrd_join(t1, NULL);
	thrd_join(t2, NULL);
	return 0;
}

/* C11 mutexes in opposite orders; the second one is only tried for. */
#include <stddef.h>
#include <threads.h>

static mtx_t a, b;
static int total;

static int first(void *argument)
{
	mtx_lock(&a); // NODEADLOCK
	mtx_lock(&b); // NODEADLOCK
	total++; // NORACE
	mtx_unlock(&b);
	mtx_unlock(&a);
	return argument != NULL;
}

static int second(void *argument)
{
	mtx_lock(&b); // NODEADLOCK
	if (mtx_trylock(&a) == thrd_success) { // NODEADLOCK
		total--; // NORACE
		mtx_unlock(&a);
	}
	mtx_unlock(&b);
	return argument != NULL;
}

int main(void)
{
	thrd_t t1, t2;

	mtx_init(&a, mtx_plain);
	mtx_init(&b, mtx_plain);
	thrd_create(&t1, first, NULL);
	thrd_create(&t2, second, NULL);
	thrd_join(t1, NULL);
	thrd_join(t2, NULL);
	return 0;
}

/* C11 mutexes in opposite orders. */
#include <stddef.h>
#include <threads.h>

static mtx_t a, b;
static int total;

static int first(void *argument)
{
	mtx_lock(&a); // DEADLOCK 1
	mtx_lock(&b); // DEADLOCK 1
	total++; // NORACE
	mtx_unlock(&b);
	mtx_unlock(&a);
	return argument != NULL;
}

static int second(void *argument)
{
	mtx_lock(&b); // DEADLOCK 1
	mtx_lock(&a); // DEADLOCK 1
	total--; // NORACE
	mtx_unlock(&a);
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

/* An element that a function gives back by its number is not held any more when the next lock is taken. */
#include <threads.h>
static mtx_t m[2], b;
static int x;
static void give(mtx_t *l, int k) { mtx_unlock(&l[k]); }
static int one(void *p)
{
	mtx_lock(&m[1]);
	give(m, 1);
	mtx_lock(&b);                       // NODEADLOCK
	mtx_lock(&m[1]);
	x++;                                // NORACE
	give(m, 1);
	mtx_unlock(&b);
	return 0;
}
static int two(void *p)
{
	mtx_lock(&b);
	mtx_lock(&m[1]);
	x++;                                // NORACE
	mtx_unlock(&m[1]);
	mtx_unlock(&b);
	return 0;
}
int main(void)
{
	thrd_t s, t;
	mtx_init(&m[0], mtx_plain); mtx_init(&m[1], mtx_plain); mtx_init(&b, mtx_plain);
	thrd_create(&s, one, 0); thrd_create(&t, two, 0);
	thrd_join(s, 0); thrd_join(t, 0);
	return 0;
}

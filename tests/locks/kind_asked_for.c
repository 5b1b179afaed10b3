/* The kind of a lock in new memory is what callers ask for: none asks for a recursive one. */
#include <threads.h>
#include <stdlib.h>
typedef struct lk { mtx_t m; } lk;
static lk *lk_new(int kind) { lk *l = malloc(sizeof *l); mtx_init(&l->m, kind); return l; }
static void enter(lk *l) { mtx_lock(&l->m); }
static void leave(lk *l) { mtx_unlock(&l->m); }
int main(void)
{
	lk *p = lk_new(mtx_plain);
	enter(p);
	enter(p);                           // SELF-DEADLOCK
	leave(p);
	leave(p);
	return 0;
}

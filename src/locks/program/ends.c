/* Functions that never come back, whether they say so or not: every way from the entry to a return has a call on it that does not
 * come back. Callees are known before their callers; who calls itself comes back, unless something else shows that it does
 * not. */
#include "code/loop.h"
#include "locks/program/ops.h"

static bool call_ends(void *ops, const struct body *b, const struct inst *call)
{
	struct call_effect e;

	ops_of_call(ops, b, call, &e);
	return e.ends;
}

void ends_find(struct ops *o, struct body *b)
{
	struct arena scratch;
	VEC(uint32_t) queue = { 0 };

	arena_init(&scratch, "locks.ends");
	for (uint32_t f = 1; f < o->p->fn.n; f++)
		if (o->fn[f].calls_end)
			*vec_add(&scratch, &queue) = f;
	for (uint32_t head = 0; head < queue.n; head++) {
		uint32_t f = queue.at[head];
		if (o->fn[f].ends)
			continue;
		body_get(o->arena, o->p, (struct fn_id){ f }, b);
		o->fn[f].ends = !body_comes_back(b, call_ends, o);
		for (uint32_t i = o->callers.first[f]; o->fn[f].ends && i < o->callers.first[f + 1]; i++)
			*vec_add(&scratch, &queue) = o->callers.caller[i];
	}
	arena_release(&scratch);
}

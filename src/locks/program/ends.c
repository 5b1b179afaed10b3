/* Functions that never come back, whether they say so or not: every way from the entry to a return has a call on it that does not
 * come back. Callees are known before their callers; who calls itself comes back, unless something else shows that it does
 * not. */
#include "locks/program/ops.h"

static bool block_ends(const struct ops *o, const struct body *b, const struct block *k)
{
	struct call_effect e;

	for (uint32_t i = k->inst; i < k->inst + k->ninsts; i++)
		if (b->inst.at[i].op == OP_call) {
			ops_of_call(o, b, &b->inst.at[i], &e);
			if (e.ends)
				return true;
		}
	return false;
}

static bool comes_back(const struct ops *o, struct arena *scratch, const struct body *b)
{
	uint8_t *seen = arena_array(scratch, b->block.n + 1u, 1);
	uint32_t *stack = arena_array(scratch, b->block.n + 1u, sizeof *stack), n = 1, nnext;

	seen[0] = 1;
	stack[0] = 0;
	while (n) {
		uint32_t block = stack[--n];
		const struct block *k = &b->block.at[block];
		const uint32_t *next;
		if (block_ends(o, b, k))
			continue;
		if (b->inst.at[k->inst + k->ninsts - 1].op == OP_ret)
			return true;
		next = body_successors(b, block, &nnext);
		for (uint32_t i = 0; i < nnext; i++)
			if (!seen[next[i]]) {
				seen[next[i]] = 1;
				stack[n++] = next[i];
			}
	}
	return false;
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
		struct arena inner;
		if (o->fn[f].ends)
			continue;
		arena_init(&inner, "locks.ends");
		body_get(o->arena, o->p, (struct fn_id){ f }, b);
		o->fn[f].ends = !comes_back(o, &inner, b);
		arena_release(&inner);
		for (uint32_t i = o->callers.first[f]; o->fn[f].ends && i < o->callers.first[f + 1]; i++)
			*vec_add(&scratch, &queue) = o->callers.caller[i];
	}
	arena_release(&scratch);
}

#include "ir/again.h"

enum { STEPS_MOST = 8 };

static bool is_zero(const struct program *p, struct ref r)
{
	const struct konst *k = ref_kind(r) == REF_KONST ? program_konst(p, (struct konst_id){ ref_index(r) }) : NULL;

	return k && (k->kind == KONST_NULL || (k->kind == KONST_INT && !k->lo && !k->hi));
}

/* The call whose result a value is not 0 for, or with *zero, is 0 for; UINT32_MAX: none that comes back twice. */
static uint32_t tested_call(const struct program *p, const struct body *b, struct ref r, bool *zero)
{
	*zero = false;
	for (uint32_t n = 0; n < STEPS_MOST && ref_kind(r) == REF_VALUE; n++) {
		uint32_t i = body_inst(b, ref_index(r));
		const struct inst *in = i == UINT32_MAX ? NULL : &b->inst.at[i];
		bool equal = in && in->op == OP_compare && in->sub == COMPARE_eq;
		if (in && in->op == OP_call)
			return in->flags & INST_TWICE ? i : UINT32_MAX;
		if (!in || (in->op != OP_cast && in->op != OP_copy && in->op != OP_compare) ||
		    (in->op == OP_compare && ((!equal && in->sub != COMPARE_ne) || !is_zero(p, body_arg(b, in, 1)))))
			return UINT32_MAX;
		*zero ^= equal;
		r = body_arg(b, in, 0);
	}
	return UINT32_MAX;
}

static uint32_t call_tested_by(const struct program *p, const struct body *b, uint32_t block, uint32_t *way)
{
	const struct block *at = &b->block.at[block];
	const struct inst *t = &b->inst.at[at->inst + at->ninsts - 1];
	bool zero;
	uint32_t call = t->op == OP_branch && t->nargs ? tested_call(p, b, body_arg(b, t, 0), &zero) : UINT32_MAX;

	if (call != UINT32_MAX)
		*way = zero ? 1 : 0;
	return call;
}

bool again_way(const struct program *p, const struct body *b, uint32_t block, uint32_t *way)
{
	return call_tested_by(p, b, block, way) != UINT32_MAX;
}

bool again_returns(struct arena *scratch, const struct program *p, const struct body *b, uint32_t inst)
{
	uint32_t *stack = arena_array(scratch, b->block.n + 1, sizeof *stack), depth = 0, block = 0, way = 0, n;
	bool *seen = arena_array(scratch, b->block.n, sizeof *seen);
	const uint32_t *to;

	while (block + 1 < b->block.n && b->block.at[block + 1].inst <= inst)
		block++;
	if (call_tested_by(p, b, block, &way) != inst)
		return true;
	to = body_successors(b, block, &n);
	if (way >= n)
		return true;
	stack[depth++] = to[way];
	seen[to[way]] = true;
	while (depth) {
		uint32_t at = stack[--depth];
		if (b->inst.at[b->block.at[at].inst + b->block.at[at].ninsts - 1].op == OP_ret)
			return true;
		to = body_successors(b, at, &n);
		for (uint32_t k = 0; k < n; k++)
			if (!seen[to[k]]) {
				seen[to[k]] = true;
				stack[depth++] = to[k];
			}
	}
	return false;
}

/* See reached.h. Blocks are added until nothing changes: with each of them fewer values are known, and never more. */
#include "lockset/names/reached.h"

#include "base/limit.h"
#include "code/loop.h"

enum { KNOWN_NOT, KNOWN, KNOWN_NOTHING }; /* NOTHING: no way that leads there gives it a value yet */

static int number_of(const struct reached *x, struct ref r, uint32_t *steps, int64_t *k);

static int phi_number(const struct reached *x, const struct inst *in, uint32_t *steps, int64_t *k)
{
	int known = KNOWN_NOTHING;
	int64_t other;

	for (uint32_t i = 0; i < in->nargs; i++) {
		int one = x->block[x->b->word.at[in->word + i]] ? number_of(x, body_arg(x->b, in, i), steps, &other) : KNOWN_NOTHING;
		if (one == KNOWN_NOT || (one == KNOWN && known == KNOWN && other != *k))
			return KNOWN_NOT;
		if (one == KNOWN)
			known = KNOWN, *k = other;
	}
	return known;
}

static int compared(const struct reached *x, const struct inst *in, uint32_t *steps, int64_t *k)
{
	int64_t a, b;
	int first = number_of(x, body_arg(x->b, in, 0), steps, &a), second = number_of(x, body_arg(x->b, in, 1), steps, &b);

	if (first == KNOWN_NOT || second == KNOWN_NOT || in->sub < COMPARE_eq || in->sub > COMPARE_sle)
		return KNOWN_NOT;
	if (first == KNOWN && second == KNOWN)
		*k = compare_holds(in->sub, a, b);
	return first == KNOWN ? second : first;
}

static int selected(const struct reached *x, const struct inst *in, uint32_t *steps, int64_t *k)
{
	int64_t yes;
	int known = number_of(x, body_arg(x->b, in, 0), steps, &yes);

	return known == KNOWN ? number_of(x, body_arg(x->b, in, yes ? 1 : 2), steps, k) : known;
}

/* Casts between integers keep the numbers that kinds are. */
static int number_of(const struct reached *x, struct ref r, uint32_t *steps, int64_t *k)
{
	const struct inst *in = body_made_by(x->b, r);

	if (ref_kind(r) == REF_KONST)
		return program_constant(x->p, r, k) ? KNOWN : KNOWN_NOT;
	if (ref_kind(r) != REF_VALUE || limit_full(LIMIT_code_chain, (*steps)++))
		return KNOWN_NOT;
	if (!in)
		return x->above && ref_index(r) && ref_index(r) < x->by->nargs &&
				       program_constant(x->p, body_arg(x->above, x->by, ref_index(r)), k)
			       ? KNOWN
			       : KNOWN_NOT;
	switch (in->op) {
	case OP_cast:
	case OP_copy: return number_of(x, body_arg(x->b, in, 0), steps, k);
	case OP_phi: return phi_number(x, in, steps, k);
	case OP_select: return selected(x, in, steps, k);
	case OP_compare: return compared(x, in, steps, k);
	default: return KNOWN_NOT;
	}
}

/* The way that a block is left by, in body_successors; UINT32_MAX: any. KNOWN_NOTHING: none yet. */
static int way_out(const struct reached *x, const struct inst *end, uint32_t *way)
{
	uint32_t steps = 0;
	int64_t k, at;
	int known;

	*way = UINT32_MAX;
	if (end->op != OP_branch && end->op != OP_switch)
		return KNOWN;
	known = number_of(x, body_arg(x->b, end, 0), &steps, &k);
	if (known != KNOWN)
		return known;
	*way = end->op == OP_branch ? !k : 0;
	for (uint32_t i = 1; end->op == OP_switch && i < end->nargs; i++)
		if (!program_constant(x->p, body_arg(x->b, end, i), &at))
			*way = UINT32_MAX;
		else if (at == k && *way != UINT32_MAX)
			*way = i;
	return KNOWN;
}

void reached_find(struct reached *x, struct arena *a)
{
	bool changed = x->b->block.n > 0;

	x->block = arena_array(a, x->b->block.n + 1u, 1);
	x->block[0] = 1;
	while (changed) {
		changed = false;
		for (uint32_t b = 0; b < x->b->block.n; b++) {
			uint32_t n, way;
			const uint32_t *next = body_successors(x->b, b, &n);
			if (!x->block[b] || way_out(x, body_end(x->b, b), &way) == KNOWN_NOTHING)
				continue;
			for (uint32_t k = 0; k < n; k++)
				if ((way == UINT32_MAX || way == k) && !x->block[next[k]])
					x->block[next[k]] = changed = true;
		}
	}
}

bool reached_number(const struct reached *x, struct ref r, int64_t *k)
{
	uint32_t steps = 0;

	return number_of(x, r, &steps, k) == KNOWN;
}

bool reached_inst(const struct reached *x, uint32_t inst)
{
	return x->block[block_of_inst(x->b, inst)];
}

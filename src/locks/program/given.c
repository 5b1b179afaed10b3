/* See given.h. Only functions in which something was found are asked about, so their callers are read there and then. */
#include "locks/program/given.h"

static void pass_any(struct locks_given *g)
{
	g->zero = g->any = true;
}

static void pass(const struct ops *o, const struct body *b, struct ref r, struct locks_given *g)
{
	const struct konst *k = ref_kind(r) == REF_KONST ? program_konst(o->p, (struct konst_id){ ref_index(r) }) : NULL;
	const struct inst *in = body_made_by(b, r);
	int64_t number;

	if (program_is_null(o->p, r)) {
		g->zero = true;
		number = 0;
	} else if (k && (k->kind == KONST_INT || k->kind == KONST_ZERO)) {
		number = k->kind == KONST_ZERO ? 0 : (int64_t)k->lo;
		g->zero |= !number;
	} else if (in && in->op == OP_alloca) {
		g->any = true; /* the address of a variable, which is not null */
		return;
	} else {
		pass_any(g);
		return;
	}
	g->low = number < g->low ? number : g->low;
	g->high = number > g->high ? number : g->high;
}

static void read_caller(const struct ops *o, const struct body *b, struct sym_id callee, struct locks_given out[GIVEN_PARAMS])
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		if (in->op != OP_call || body_callee(o->p, b, in).i != callee.i)
			continue;
		for (uint32_t k = 0; k < GIVEN_PARAMS; k++)
			if (k + 1 < in->nargs)
				pass(o, b, body_arg(b, in, k + 1), &out[k]);
			else
				pass_any(&out[k]);
	}
}

bool given_find(struct ops *o, struct arena *scratch, const struct body *b, struct locks_given out[GIVEN_PARAMS])
{
	struct sym_id sym = program_fn(o->p, b->fn)->sym;
	uint32_t first = o->callers.first[b->fn.i], end = o->callers.first[b->fn.i + 1];
	struct body above = { 0 };
	bool known = false;

	if (first == end || o->fn[b->fn.i].address_taken || (!o->whole && program_sym(o->p, sym)->linkage != LINK_STATIC) ||
	    limit_over(LIMIT_locks_given, end - first))
		return false;
	for (uint32_t k = 0; k < GIVEN_PARAMS; k++)
		out[k] = (struct locks_given){ .low = INT64_MAX, .high = INT64_MIN };
	for (uint32_t i = first; i < end; i++) {
		if (i > first && o->callers.caller[i] == o->callers.caller[i - 1])
			continue;
		above = (struct body){ 0 };
		ops_body(o, scratch, o->callers.caller[i], &above);
		read_caller(o, &above, sym, out);
	}
	for (uint32_t k = 0; k < GIVEN_PARAMS; k++)
		known |= k < b->param.n && (!out[k].any || !out[k].zero);
	return known;
}

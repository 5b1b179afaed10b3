/* See given.h. Only functions in which something was found are asked about, so their callers are read there and then. */
#include "locks/program/given.h"

static struct fact passed(const struct ops *o, const struct body *b, struct ref r)
{
	const struct inst *in = body_made_by(b, r);
	int64_t k;

	if (program_constant(o->p, r, &k))
		return fact_exact(0, k);
	return in && in->op == OP_alloca ? fact_not_null(0) : fact_any(0);
}

static void read_caller(const struct ops *o, const struct body *b, struct sym_id callee, struct fact out[GIVEN_PARAMS])
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		if (in->op != OP_call || body_callee(o->p, b, in).i != callee.i)
			continue;
		for (uint32_t k = 0; k < GIVEN_PARAMS; k++) {
			struct fact f = k + 1 < in->nargs ? passed(o, b, body_arg(b, in, k + 1)) : fact_any(0);
			(void)fact_join(&out[k], &f, FACT_HULL);
		}
	}
}

bool given_find(struct ops *o, struct arena *scratch, const struct body *b, struct fact out[GIVEN_PARAMS])
{
	struct sym_id sym = program_fn(o->p, b->fn)->sym;
	uint32_t first = o->callers.first[b->fn.i], end = o->callers.first[b->fn.i + 1];
	struct body above = { 0 };
	bool known = false;

	if (first == end || o->fn[b->fn.i].address_taken || (!o->whole && program_sym(o->p, sym)->linkage != LINK_STATIC) ||
	    limit_over(LIMIT_locks_given, end - first))
		return false;
	for (uint32_t k = 0; k < GIVEN_PARAMS; k++)
		out[k] = fact_none(0);
	for (uint32_t i = first; i < end; i++) {
		if (i > first && o->callers.caller[i] == o->callers.caller[i - 1])
			continue;
		above = (struct body){ 0 };
		ops_body(o, scratch, o->callers.caller[i], &above);
		read_caller(o, &above, sym, out);
	}
	for (uint32_t k = 0; k < GIVEN_PARAMS; k++)
		known |= k < b->param.n && !fact_says_nothing(&out[k]);
	return known;
}

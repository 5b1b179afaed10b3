#include "ir/test.h"

enum { CASTS_MOST = 16, HOPS_MOST = 8 };

const struct inst *behind_casts(const struct body *b, struct ref *r)
{
	for (int hops = 0; hops < CASTS_MOST; hops++) {
		uint32_t i = body_inst_of(b, *r);
		if (i == UINT32_MAX)
			return NULL;
		if (b->inst.at[i].op != OP_copy && b->inst.at[i].op != OP_cast)
			return &b->inst.at[i];
		*r = body_arg(b, &b->inst.at[i], 0);
	}
	return NULL;
}

bool test_of(const struct program *p, const struct body *b, const struct inst *end, struct test *out)
{
	struct ref r = body_arg(b, end, 0);

	*out = (struct test){ .value = r, .compare = end->op == OP_switch ? (uint8_t)COMPARE_none : (uint8_t)COMPARE_ne };
	if (end->op != OP_branch && end->op != OP_switch)
		return false;
	for (int hops = 0; hops < HOPS_MOST; hops++) {
		struct ref other, before = r;
		const struct inst *in = behind_casts(b, &r);
		const struct konst *c;
		out->cast |= before.bits != r.bits;
		out->value = r;
		if (!in || in->op != OP_compare)
			return ref_kind(r) == REF_VALUE;
		other = body_arg(b, in, 1);
		c = program_konst_of(p, other);
		if (end->op == OP_switch || !c || (c->kind != KONST_INT && c->kind != KONST_NULL))
			return false;
		if (hops && (out->number != 0 || (out->compare != COMPARE_ne && out->compare != COMPARE_eq)))
			return false;
		out->compare = hops && out->compare == COMPARE_eq ? compare_negated(in->sub) : in->sub; /* !(a < b) */
		out->number = c->kind == KONST_INT ? (int64_t)c->lo : 0;
		out->cast = false; /* of 0 or 1 */
		r = body_arg(b, in, 0);
	}
	return false;
}

#include "sharing/local/expression.h"

struct expression expression_of(const struct local *l, struct ref r)
{
	const struct program *p = l->s->p;
	struct expression e = { 0 };

	for (;;) {
		const struct inst *in = body_made_by(l->b, r);
		if (!in || (in->op != OP_field && in->op != OP_cast && in->op != OP_copy))
			break;
		e.offset += in->op == OP_field ? body_offset(l->b, in) : 0;
		r = body_arg(l->b, in, 0);
	}
	e.known = ref_kind(r) == REF_VALUE || ref_kind(r) == REF_SYM;
	e.symbol = ref_kind(r) == REF_SYM;
	e.root = ref_index(r);
	if (ref_kind(r) == REF_KONST && program_konst(p, (struct konst_id){ ref_index(r) })->kind == KONST_ADDR) {
		const struct konst *k = program_konst(p, (struct konst_id){ ref_index(r) });
		e = (struct expression){ true, true, k->sym.i, e.offset + (int64_t)k->lo };
	}
	return e;
}

bool expression_equal(struct expression a, struct expression b)
{
	return a.known && b.known && a.symbol == b.symbol && a.root == b.root && a.offset == b.offset;
}

struct expression expression_loaded(const struct local *l, struct expression value)
{
	uint32_t i = value.known && !value.symbol && !value.offset ? body_inst(l->b, value.root) : UINT32_MAX;

	if (i == UINT32_MAX || l->b->inst.at[i].op != OP_load)
		return (struct expression){ 0 };
	return expression_of(l, body_arg(l->b, &l->b->inst.at[i], 0));
}

uint64_t expression_key(struct expression e)
{
	return ((uint64_t)e.symbol << 63 | (uint64_t)e.root << 32) ^ ((uint64_t)e.offset & 0xffffffff);
}

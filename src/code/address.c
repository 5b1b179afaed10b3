#include "code/address.h"

#include "base/limit.h"

static unsigned step_of(const struct body *b, const struct inst *in)
{
	switch (in->op) {
	case OP_copy:
		return PEEL_COPY;
	case OP_cast:
		return PEEL_CAST | (in->sub == CAST_zext || in->sub == CAST_sext ? PEEL_WIDEN : 0);
	case OP_field:
		return PEEL_FIELD | (body_offset(b, in) ? 0 : PEEL_FIRST);
	case OP_index:
		return PEEL_INDEX;
	case OP_load:
		return PEEL_LOAD;
	case OP_binary:
		return PEEL_BINARY;
	default:
		return 0;
	}
}

/* Code that nobody reaches may be made from itself: so the limit, and not the end of the chain. */
bool peel_step(struct peel *x, unsigned steps)
{
	x->in = body_made_by(x->b, x->r);
	if (!x->in || !(step_of(x->b, x->in) & steps) || limit_full(LIMIT_code_chain, x->n))
		return false;
	x->r = body_arg(x->b, x->in, 0);
	x->n++;
	return true;
}

bool peel_is_cut(const struct peel *x)
{
	return x->n >= limit(LIMIT_code_chain);
}

struct peel peel(const struct body *b, struct ref r, unsigned steps)
{
	struct peel x = { .b = b, .r = r };

	while (peel_step(&x, steps))
		;
	return x;
}

uint32_t peel_slot(const struct body *b, struct ref r, unsigned steps)
{
	struct peel x = peel(b, r, steps);

	return x.in && x.in->op == OP_alloca ? ref_index(x.r) : 0;
}

struct sym_id ref_symbol(const struct program *p, struct ref r, int64_t *offset)
{
	const struct konst *k = program_konst_of(p, r);

	if (ref_kind(r) == REF_SYM)
		return (struct sym_id){ ref_index(r) };
	if (!k || k->kind != KONST_ADDR)
		return (struct sym_id){ 0 };
	if (offset)
		*offset = (int64_t)((uint64_t)*offset + k->lo);
	return k->sym;
}

bool peel_same(const struct body *b, struct ref *p, struct ref *q)
{
	for (uint32_t n = 0; !limit_full(LIMIT_code_chain, n); n++) {
		struct peel x = peel(b, *p, PEEL_CASTS), y = peel(b, *q, PEEL_CASTS);
		bool index = x.in && x.in->op == OP_index;
		*p = x.r;
		*q = y.r;
		if (p->bits == q->bits)
			return true;
		if (!x.in || !y.in || x.in->op != y.in->op || !(step_of(b, x.in) & (PEEL_FIELD | PEEL_INDEX)) ||
		    body_offset(b, x.in) != body_offset(b, y.in) ||
		    (index && peel_base(b, body_arg(b, x.in, 1), PEEL_CASTS).bits !=
				      peel_base(b, body_arg(b, y.in, 1), PEEL_CASTS).bits))
			return false;
		*p = body_arg(b, x.in, 0);
		*q = body_arg(b, y.in, 0);
	}
	return false;
}

struct address address_of(const struct program *p, const struct body *b, struct ref r)
{
	struct peel x = { .b = b, .r = r };
	int64_t offset = 0;
	struct sym_id sym;

	while (peel_step(&x, PEEL_MEMBERS))
		offset += x.in->op == OP_field ? body_offset(b, x.in) : 0;
	if (ref_kind(x.r) == REF_VALUE)
		return (struct address){ x.r, offset };
	sym = ref_symbol(p, x.r, &offset);
	return (struct address){ sym.i ? ref_make(REF_SYM, sym.i) : ref_make(REF_NONE, 0), offset };
}

struct address address_loaded_from(const struct program *p, const struct body *b, struct address value)
{
	const struct inst *in = value.offset ? NULL : body_made_by(b, value.base);

	return in && in->op == OP_load ? address_of(p, b, body_arg(b, in, 0)) : (struct address){ 0 };
}

/* ---- temporaries ---- */

enum { TEMPORARY = 4 }; /* instructions from the store of a temporary to the load: it is read at once */

static bool keeps_value(const struct inst *in)
{
	return in->op == OP_copy ||
	       (in->op == OP_cast && (in->sub == CAST_zext || in->sub == CAST_sext || in->sub == CAST_bitcast));
}

static uint64_t size_of(const struct program *p, const struct inst *in)
{
	return in->type.i ? program_type(p, type_strip(p, in->type))->size : 0;
}

/* A load from a stack slot, just behind a store to it: what was stored. none: it is something else. */
static struct ref just_stored(const struct program *p, const struct body *b, struct ref r)
{
	const struct inst *load = body_made_by(b, r), *slot;
	struct ref address, none = { 0 };

	if (!load || load->op != OP_load || load->order || load->flags & INST_VOLATILE)
		return none;
	address = body_arg(b, load, 0);
	slot = body_made_by(b, address);
	if (!slot || slot->op != OP_alloca)
		return none;
	for (const struct inst *in = load - 1; in >= b->inst.at && load - in <= TEMPORARY; in--) {
		if (in->op == OP_store && body_arg(b, in, 0).bits == address.bits)
			return in->nwords || size_of(p, in) != size_of(p, load) ? none : body_arg(b, in, 1);
		if (in->op != OP_load && in->op != OP_cast && in->op != OP_copy && in->op != OP_field)
			return none;
	}
	return none;
}

struct ref handed_on(const struct program *p, const struct body *b, struct ref r)
{
	const struct inst *in;

	for (uint32_t steps = 0; (in = body_made_by(b, r)); steps++) {
		struct ref before = keeps_value(in) ? body_arg(b, in, 0) : just_stored(p, b, r);
		if (!before.bits || limit_full(LIMIT_code_chain, steps))
			break;
		r = before;
	}
	return r;
}

#include "threads/values/branch.h"

#include "base/limit.h"
#include "code/address.h"

enum { TEMPORARY = 4 }; /* instructions from the store of a temporary to the load: it is read at once */

bool value_number(const struct program *p, struct ref r, int64_t *number)
{
	const struct konst *k;

	if (ref_kind(r) != REF_KONST)
		return false;
	k = program_konst(p, (struct konst_id){ ref_index(r) });
	*number = k->kind == KONST_INT ? (int64_t)k->lo : 0;
	return k->kind == KONST_INT || k->kind == KONST_NULL || k->kind == KONST_ZERO;
}

static bool keeps_value(const struct inst *in)
{
	return in->op == OP_copy ||
	       (in->op == OP_cast && (in->sub == CAST_zext || in->sub == CAST_sext || in->sub == CAST_bitcast));
}

static uint64_t size_of(const struct code *c, const struct inst *in)
{
	return in->type.i ? program_type(c->p, type_strip(c->p, in->type))->size : 0;
}

/* A load from a stack slot, just behind a store to it: what was stored. none: it is something else. */
static struct ref just_stored(const struct code *c, struct ref r)
{
	const struct inst *load = body_made_by(&c->body, r), *slot;
	struct ref address, none = { 0 };

	if (!load || load->op != OP_load || load->order || load->flags & INST_VOLATILE)
		return none;
	address = body_arg(&c->body, load, 0);
	slot = body_made_by(&c->body, address);
	if (!slot || slot->op != OP_alloca)
		return none;
	for (const struct inst *in = load - 1; in >= c->body.inst.at && load - in <= TEMPORARY; in--) {
		if (in->op == OP_store && body_arg(&c->body, in, 0).bits == address.bits)
			return in->nwords || size_of(c, in) != size_of(c, load) ? none : body_arg(&c->body, in, 1);
		if (in->op != OP_load && in->op != OP_cast && in->op != OP_copy && in->op != OP_field)
			return none;
	}
	return none;
}

struct ref value_behind(const struct code *c, struct ref r)
{
	const struct inst *in;

	for (uint32_t steps = 0; (in = body_made_by(&c->body, r)); steps++) {
		struct ref before = keeps_value(in) ? body_arg(&c->body, in, 0) : just_stored(c, r);
		if (!before.bits || limit_full(LIMIT_threads_behind, steps))
			break;
		r = before;
	}
	return r;
}

struct ref value_inside(const struct code *c, struct ref r, unsigned steps, int64_t *offset)
{
	struct peel x = { .b = &c->body, .r = value_behind(c, r) };

	while (peel_step(&x, steps)) {
		*offset += x.in->op == OP_field ? body_offset(&c->body, x.in) : 0;
		x.r = value_behind(c, x.r);
	}
	return x.r;
}

bool test_holds(const struct threads_test *t, int64_t x)
{
	return compare_holds(t->compare, x, t->constant);
}

/* A value of one bit: what tests look through. */
static bool is_bit(const struct program *p, const struct inst *in)
{
	const struct type *t = in && in->type.i ? program_type(p, in->type) : NULL;

	return in && (in->op == OP_compare || (t && t->kind == TYPE_INT && t->size == 1));
}

/* One step from "the value compares so" to what that says about an operand of it. */
static bool step(const struct program *p, const struct code *c, struct threads_test *t)
{
	const struct inst *in = body_made_by(&c->body, t->value);
	int64_t number;
	bool zero = (t->compare == COMPARE_ne || t->compare == COMPARE_eq) && t->constant == 0;

	if (!in)
		return false;
	if (keeps_value(in) || (in->op == OP_cast && in->sub == CAST_trunc && is_bit(p, in) && zero)) {
		t->value = body_arg(&c->body, in, 0);
		return true;
	}
	if (!zero)
		return false;
	if (in->op == OP_binary && in->sub == BINARY_xor && is_bit(p, in) &&
	    value_number(p, body_arg(&c->body, in, 1), &number) && number) {
		t->value = body_arg(&c->body, in, 0);
		t->compare = compare_negated(t->compare);
		return true;
	}
	if (in->op == OP_compare && compare_negated(in->sub)) {
		struct ref a = body_arg(&c->body, in, 0), b = body_arg(&c->body, in, 1);
		uint8_t compare = t->compare == COMPARE_ne ? in->sub : compare_negated(in->sub);
		if (value_number(p, b, &number))
			*t = (struct threads_test){ a, compare, number };
		else if (value_number(p, a, &number))
			*t = (struct threads_test){ b, compare_swapped(compare), number };
		else
			return false;
		return true;
	}
	return false;
}

struct threads_test test_settle(const struct program *p, const struct code *c, struct threads_test t)
{
	uint32_t steps = 0;

	while (steps < limit(LIMIT_threads_behind) && step(p, c, &t))
		steps++;
	(void)limit_full(LIMIT_threads_behind, steps);
	return t;
}

struct threads_test branch_test(const struct program *p, const struct code *c, uint32_t branch)
{
	return test_settle(p, c, (struct threads_test){ body_arg(&c->body, &c->body.inst.at[branch], 0), COMPARE_ne, 0 });
}

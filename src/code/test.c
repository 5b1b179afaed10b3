#include "code/test.h"

#include "base/limit.h"

static struct test truth_of(struct ref value, bool holds)
{
	return (struct test){ value, holds ? COMPARE_ne : COMPARE_eq, 0 };
}

/* What the test says of a value that is 0 or `one`: 1 it is that, 0 it is 0; -1: it may be both, or none. */
static int of_bit(const struct test *t, int64_t one)
{
	bool set = test_holds(t, one), clear = test_holds(t, 0);

	return set == clear ? -1 : set;
}

static uint32_t push_compare(const struct test_reader *r, const struct test *t, const struct test_node *n, struct test *below)
{
	int bit = of_bit(t, 1);
	int64_t k;
	bool right = r->number(r->with, n->arg[1], &k);
	uint8_t compare = right ? n->sub : compare_swapped(n->sub);

	if (bit < 0 || n->sub >= COMPARE_ffalse || (!right && !r->number(r->with, n->arg[0], &k)))
		return 0;
	below[0] = (struct test){ n->arg[!right], bit ? compare : compare_negated(compare), k };
	return 1;
}

/* Numbers are as wide as their type and sign-extended, also of what is unsigned. */
static bool fits(const struct test *t, uint32_t bits)
{
	return t->number >= 0 && (bits >= 64 || t->number >> (bits ? bits : 7) == 0);
}

static int64_t as_wide_as(int64_t n, uint32_t bits)
{
	return bits && bits < 64 && n >> (bits - 1) ? n - ((int64_t)1 << bits) : n;
}

static uint32_t push_cast(const struct test *t, const struct test_node *n, struct test *below)
{
	int bit;

	/* to a bit: what is in memory as a _Bool is 0 or 1 */
	if ((n->from == 1 && (n->sub == CAST_zext || n->sub == CAST_sext)) || (n->bits == 1 && n->sub == CAST_trunc)) {
		bit = of_bit(t, n->sub == CAST_sext ? -1 : 1);
		below[0] = truth_of(n->arg[0], bit > 0);
		return bit >= 0;
	}
	below[0] = (struct test){ n->arg[0], t->compare, t->number };
	switch (n->sub) {
	case CAST_zext:
		below[0].number = as_wide_as(t->number, n->from);
		return test_is_equality(t) && fits(t, n->from);
	case CAST_sext:
	case CAST_bitcast:
	case CAST_ptrtoint:
	case CAST_inttoptr:
	case CAST_addrspace:
		return 1;
	default:
		return 0;
	}
}

static uint32_t push_binary(const struct test_reader *r, const struct test *t, const struct test_node *n, struct test *below)
{
	int bit = n->bits == 1 ? of_bit(t, 1) : -1;
	int64_t k;

	if (r->sums && n->sub == BINARY_add && n->bits > 1 && r->number(r->with, n->arg[1], &k) && k > INT32_MIN && k < INT32_MAX &&
	    t->number > INT32_MIN && t->number < INT32_MAX) {
		below[0] = (struct test){ n->arg[0], t->compare, t->number - k };
		return 1;
	}
	if (bit < 0)
		return 0;
	if (n->sub == BINARY_xor && r->number(r->with, n->arg[1], &k)) {
		below[0] = truth_of(n->arg[0], bit ^ (int)(k & 1));
		return 1;
	}
	if (n->sub != (bit ? BINARY_and : BINARY_or))
		return 0;
	for (uint32_t i = 0; i < 2; i++)
		below[i] = truth_of(n->arg[i], bit);
	return 2;
}

static uint32_t push_select(const struct test_reader *r, const struct test *t, const struct test_node *n, struct test *below)
{
	int64_t yes, no;

	if (!r->number(r->with, n->arg[1], &yes) || !r->number(r->with, n->arg[2], &no) || test_holds(t, yes) == test_holds(t, no))
		return 0;
	below[0] = truth_of(n->arg[0], test_holds(t, yes));
	return 1;
}

uint32_t test_push(const struct test_reader *r, const struct test *t, struct test below[2])
{
	struct test_node n = r->look(r->with, t->value);

	switch (n.op) {
	case OP_copy:
		below[0] = (struct test){ n.arg[0], t->compare, t->number };
		return 1;
	case OP_compare:
		return push_compare(r, t, &n, below);
	case OP_cast:
		return push_cast(t, &n, below);
	case OP_binary:
		return push_binary(r, t, &n, below);
	case OP_select:
		return push_select(r, t, &n, below);
	default:
		return 0;
	}
}

/* "The number that x is without its sign is less than 8" is a comparison of x without sign. */
static bool push_widened(const struct test_reader *r, struct test *t)
{
	static const uint8_t as[COMPARE_COUNT] = { [COMPARE_slt] = COMPARE_ult, [COMPARE_ult] = COMPARE_ult,
						   [COMPARE_sle] = COMPARE_ule, [COMPARE_ule] = COMPARE_ule,
						   [COMPARE_sgt] = COMPARE_ugt, [COMPARE_ugt] = COMPARE_ugt,
						   [COMPARE_sge] = COMPARE_uge, [COMPARE_uge] = COMPARE_uge };
	struct test_node n = r->look(r->with, t->value);

	if (n.op != OP_cast || n.sub != CAST_zext || !as[t->compare] || !fits(t, n.from))
		return false;
	*t = (struct test){ n.arg[0], as[t->compare], as_wide_as(t->number, n.from) };
	return true;
}

struct test test_settle(const struct test_reader *r, struct test t)
{
	struct test below[2];

	for (uint32_t steps = 0; !limit_full(LIMIT_code_chain, steps); steps++) {
		if (test_push(r, &t, below) == 1)
			t = below[0];
		else if (!push_widened(r, &t))
			break;
	}
	return t;
}

/* ---- of a body ---- */

static uint32_t bits_of(const struct test_code *c, struct type_id type)
{
	const struct type *t = type.i ? program_type(c->p, type_strip(c->p, type)) : NULL;

	return t && (t->kind == TYPE_INT || t->kind == TYPE_ENUM) && t->size <= 64 ? (uint32_t)t->size : 0;
}

static uint32_t bits_of_value(const struct test_code *c, struct ref r)
{
	const struct inst *in = body_made_by(c->b, r);

	if (in)
		return in->op == OP_compare ? 1 : bits_of(c, in->type);
	return ref_kind(r) == REF_VALUE && ref_index(r) ? bits_of(c, c->b->param.at[ref_index(r) - 1].type) : 0;
}

struct test_node test_look(const void *test_code, struct ref r)
{
	const struct test_code *c = test_code;
	const struct inst *in = body_made_by(c->b, r);
	struct test_node n = { 0 };

	if (!in || (in->op != OP_copy && in->op != OP_cast && in->op != OP_compare && in->op != OP_binary && in->op != OP_select))
		return n;
	n = (struct test_node){ .op = in->op, .sub = in->sub, .bits = bits_of_value(c, r) };
	for (uint32_t i = 0; i < in->nargs && i < 3; i++)
		n.arg[i] = body_arg(c->b, in, i);
	n.from = in->op == OP_cast ? bits_of_value(c, n.arg[0]) : 0;
	return n;
}

static bool constant(const void *test_code, struct ref r, int64_t *k)
{
	return program_constant(((const struct test_code *)test_code)->p, r, k);
}

struct test test_of(const struct program *p, const struct body *b, struct test t)
{
	struct test_code c = { p, b };

	return test_settle(&(struct test_reader){ test_look, constant, &c, false }, t);
}

bool fork_of(const struct program *p, const struct body *b, uint32_t block, struct fork *f)
{
	const struct inst *end = body_end(b, block);
	uint32_t n;
	const uint32_t *to = body_successors(b, block, &n);

	if (end->op != OP_branch || n != 2 || to[0] == to[1])
		return false;
	*f = (struct fork){ test_of_condition(p, b, body_arg(b, end, 0)), { to[0], to[1] } };
	return true;
}

uint32_t fork_zero(const struct fork *f)
{
	return test_is_equality(&f->test) && !f->test.number ? f->to[f->test.compare == COMPARE_ne] : UINT32_MAX;
}

#include "locks/function/expr.h"

#include "base/diag.h"

void exprs_init(struct exprs *t, struct arena *a, const struct program *p, const struct body *b)
{
	*t = (struct exprs){ .arena = a, .p = p, .b = b };
	intern_init(&t->known, a);
	*vec_add(a, &t->leaves) = 0;
	*vec_add(a, &t->size) = 0;
}

const struct expr *expr_get(const struct exprs *t, uint32_t id)
{
	id &= ~EXPR_DOUBT;
	CHECK(id > 0 && id < t->size.n, "term %u of %u", id, t->size.n);
	return (const struct expr *)(const void *)intern_get(&t->known, id);
}

uint64_t expr_leaf_bit(uint32_t value)
{
	return 1ull << (value * 0x9e3779b1u >> 26);
}

uint64_t expr_leaves(const struct exprs *t, uint32_t id)
{
	return t->leaves.at[id & ~EXPR_DOUBT];
}

static bool operands_are_terms(const struct expr *n)
{
	return n->kind >= EXPR_FIELD;
}

static uint32_t add(struct exprs *t, struct expr n)
{
	uint32_t doubt = 0, size = 1, id;
	uint64_t leaves = 0;

	if (operands_are_terms(&n)) {
		doubt = (n.a | n.b | n.c) & EXPR_DOUBT;
		n.a &= ~EXPR_DOUBT;
		n.b &= ~EXPR_DOUBT;
		n.c &= ~EXPR_DOUBT;
		size += t->size.at[n.a] + t->size.at[n.b] + t->size.at[n.c];
		leaves = t->leaves.at[n.a] | t->leaves.at[n.b] | t->leaves.at[n.c];
	} else if (n.kind == EXPR_LEAF) {
		leaves = expr_leaf_bit(n.a);
	}
	if (limit_over(LIMIT_locks_terms, size))
		return 0;
	id = intern_bytes(&t->known, &n, sizeof n);
	if (id == t->size.n) {
		*vec_add(t->arena, &t->size) = size;
		*vec_add(t->arena, &t->leaves) = leaves;
	}
	return id | doubt;
}

uint32_t expr_konst(struct exprs *t, int64_t k)
{
	return add(t, (struct expr){ .kind = EXPR_KONST, .k = k });
}

uint32_t expr_leaf(struct exprs *t, uint32_t value)
{
	return add(t, (struct expr){ .kind = EXPR_LEAF, .a = value });
}

uint32_t expr_sym(struct exprs *t, uint32_t sym)
{
	return add(t, (struct expr){ .kind = EXPR_SYM, .a = sym });
}

uint32_t expr_named(struct exprs *t, uint32_t name)
{
	return add(t, (struct expr){ .kind = EXPR_NAMED, .a = name });
}

/* A field of a field is never made: offsets add up. */
uint32_t expr_field(struct exprs *t, uint32_t base, int64_t offset)
{
	const struct expr *n;

	if (!base || !offset)
		return base;
	n = expr_get(t, base);
	if (n->kind == EXPR_FIELD) {
		offset = (int64_t)((uint64_t)offset + (uint64_t)n->k);
		base = n->a | (base & EXPR_DOUBT);
	}
	return offset ? add(t, (struct expr){ .kind = EXPR_FIELD, .a = base, .k = offset }) : base;
}

/* Behind conversions to a wider type: no other number. */
static uint32_t widened(const struct exprs *t, uint32_t x)
{
	const struct expr *n = expr_get(t, x);

	for (; n->kind == EXPR_PURE && (n->sub == (OP_cast << 8 | CAST_zext) || n->sub == (OP_cast << 8 | CAST_sext));
	     n = expr_get(t, x))
		x = n->a | (x & EXPR_DOUBT);
	return x;
}

uint32_t expr_index(struct exprs *t, uint32_t base, uint32_t index, int64_t stride)
{
	const struct expr *n;
	int64_t k;

	if (!base || !index)
		return 0;
	if (expr_is_konst(t, index, &k))
		return expr_field(t, base | (index & EXPR_DOUBT), (int64_t)((uint64_t)k * (uint64_t)stride));
	index = widened(t, index);
	n = expr_get(t, base);
	if (n->kind == EXPR_FIELD) { /* one spelling, with the offset outside */
		k = n->k;
		return expr_field(t, add(t, (struct expr){ .kind = EXPR_INDEX, .a = n->a | (base & EXPR_DOUBT), .b = index,
							   .k = stride }), k);
	}
	return add(t, (struct expr){ .kind = EXPR_INDEX, .a = base, .b = index, .k = stride });
}

uint32_t expr_cell(struct exprs *t, uint32_t address, const struct inst *access)
{
	if (!address)
		return 0;
	return add(t, (struct expr){ .kind = EXPR_CELL, .a = address, .width = access->type.i }) & ~EXPR_DOUBT;
}

uint32_t expr_answer(struct exprs *t, const struct inst *call, const uint32_t *operand)
{
	struct expr n = { .kind = EXPR_CELL, .sub = body_arg(t->b, call, 0).bits, .width = call->type.i, .a = operand[0] };

	n.b = call->nargs > 2 ? operand[1] : 0;
	n.c = call->nargs > 3 ? operand[2] : 0;
	return n.a ? add(t, n) & ~EXPR_DOUBT : 0;
}

/* i1 constants are stored sign-extended: true is 1 here. */
uint32_t expr_of_constant(struct exprs *t, struct ref r)
{
	const struct konst *k;

	if (ref_kind(r) == REF_SYM)
		return expr_sym(t, ref_index(r));
	if (ref_kind(r) != REF_KONST)
		return 0;
	k = program_konst(t->p, (struct konst_id){ ref_index(r) });
	switch (k->kind) {
	case KONST_INT:
		return expr_konst(t, program_type(t->p, k->type)->size == 1 ? (int64_t)(k->lo & 1) : (int64_t)k->lo);
	case KONST_NULL:
		return expr_konst(t, 0);
	case KONST_ADDR:
		return expr_field(t, expr_sym(t, k->sym.i), (int64_t)k->lo);
	default:
		return 0;
	}
}

bool expr_is_konst(const struct exprs *t, uint32_t id, int64_t *k)
{
	const struct expr *n = expr_get(t, id);

	*k = n->k;
	return n->kind == EXPR_KONST;
}

uint32_t expr_root(const struct exprs *t, uint32_t id, int64_t *offset, bool *exact)
{
	const struct expr *n = expr_get(t, id);

	*offset = 0;
	*exact = true;
	while (n->kind == EXPR_FIELD || n->kind == EXPR_INDEX) {
		if (n->kind == EXPR_FIELD)
			*offset = (int64_t)((uint64_t)*offset + (uint64_t)n->k);
		else
			*exact = false;
		id = n->a;
		n = expr_get(t, id);
	}
	return id & ~EXPR_DOUBT;
}

static uint32_t operands_of(const struct expr *e, uint32_t *out)
{
	uint32_t n = 0;

	if (!operands_are_terms(e))
		return 0;
	if (e->a)
		out[n++] = e->a;
	if (e->b)
		out[n++] = e->b;
	if (e->c)
		out[n++] = e->c;
	return n;
}

/* Whether `test` gives `wanted` for some leaf. Without recursion: a term has at most EXPR_SIZE nodes. */
static bool some_leaf(const struct exprs *t, uint32_t id, bool (*test)(const void *, uint32_t), const void *context, bool wanted)
{
	uint32_t stack[EXPR_SIZE * 2], n = 0;

	stack[n++] = id & ~EXPR_DOUBT;
	while (n) {
		const struct expr *at = expr_get(t, stack[--n]);
		if (at->kind == EXPR_LEAF && test(context, at->a) == wanted)
			return true;
		n += operands_of(at, stack + n);
	}
	return false;
}

bool expr_has(const struct exprs *t, uint32_t id, uint32_t part)
{
	uint32_t stack[EXPR_SIZE * 2], n = 0;

	part &= ~EXPR_DOUBT;
	if (expr_leaves(t, part) & ~expr_leaves(t, id))
		return false;
	stack[n++] = id & ~EXPR_DOUBT;
	while (n) {
		uint32_t at = stack[--n];
		const struct expr *e = expr_get(t, at);
		if (at == part)
			return true;
		n += operands_of(e, stack + n);
	}
	return false;
}

static bool is_value(const void *context, uint32_t value)
{
	return *(const uint32_t *)context == value;
}

bool expr_has_leaf(const struct exprs *t, uint32_t id, uint32_t value)
{
	return (expr_leaves(t, id) & expr_leaf_bit(value)) && some_leaf(t, id, is_value, &value, true);
}

bool expr_all_leaves(const struct exprs *t, uint32_t id, bool (*test)(const void *, uint32_t), const void *context)
{
	return expr_leaves(t, id) && !some_leaf(t, id, test, context, false);
}

static uint32_t width_of(const struct exprs *t, struct type_id type)
{
	uint64_t size = type.i ? program_type(t->p, type)->size : 0;

	return size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
}

/* Arithmetic is not folded: the counter of a loop would give each round a state of its own. */
static bool fold(const struct exprs *t, const struct inst *in, const uint32_t *operand, int64_t *k)
{
	int64_t a, b;

	if (in->op == OP_compare && in->sub < COMPARE_ffalse && !((operand[0] ^ operand[1]) & ~EXPR_DOUBT)) {
		*k = compare_holds(in->sub, 0, 0);
		return true;
	}
	if (!expr_is_konst(t, operand[0], &a))
		return false;
	if (in->op == OP_cast) {
		*k = width_of(t, in->type) == 1 ? a & 1 : a;
		return in->sub == CAST_zext ? a >= 0 : in->sub == CAST_sext || in->sub == CAST_trunc;
	}
	if (in->nargs != 2 || !expr_is_konst(t, operand[1], &b))
		return false;
	if (in->op == OP_compare) {
		*k = compare_holds(in->sub, a, b);
		return in->sub < COMPARE_ffalse;
	}
	*k = in->sub == BINARY_and ? a & b : in->sub == BINARY_or ? a | b : a ^ b;
	return in->op == OP_binary && (in->sub == BINARY_and || in->sub == BINARY_or || in->sub == BINARY_xor);
}

/* x & mask where x was put together by masks: what a bit-field holds after its neighbour was written. */
static uint32_t masked(struct exprs *t, uint32_t x, int64_t mask, uint32_t width)
{
	uint32_t doubt = x & EXPR_DOUBT;
	int64_t k;

	for (;;) {
		const struct expr *n = expr_get(t, x);
		bool or = n->kind == EXPR_PURE && n->sub == (OP_binary << 8 | BINARY_or), and = n->kind == EXPR_PURE &&
												n->sub == (OP_binary << 8 |
													   BINARY_and);
		if (!mask)
			return expr_konst(t, 0) | doubt;
		if ((!or && !and) || !expr_is_konst(t, n->b, &k))
			break;
		if (or && (k & mask) == mask)
			return expr_konst(t, mask) | doubt;
		if (or && (k & mask))
			break;
		if (and)
			mask &= k;
		x = n->a;
	}
	return add(t, (struct expr){ .kind = EXPR_PURE,
				     .sub = OP_binary << 8 | BINARY_and,
				     .width = width,
				     .a = x | doubt,
				     .b = expr_konst(t, mask) });
}

/* The operand that the instruction hands on unchanged, or 0. */
static uint32_t handed_on(const struct exprs *t, const struct inst *in, const uint32_t *operand)
{
	int64_t k;

	if (in->op == OP_copy)
		return operand[0];
	if (in->op == OP_cast &&
	    (in->sub == CAST_bitcast || in->sub == CAST_ptrtoint || in->sub == CAST_inttoptr || in->sub == CAST_addrspace))
		return operand[0];
	if (in->op == OP_select && expr_is_konst(t, operand[0], &k))
		return operand[k ? 1 : 2] | (operand[0] & EXPR_DOUBT);
	return 0;
}

static uint32_t negated(struct exprs *t, uint32_t x)
{
	return add(t, (struct expr){
			      .kind = EXPR_PURE, .sub = OP_binary << 8 | BINARY_xor, .width = 1, .a = x, .b = expr_konst(t, 1) });
}

/* `(c ? 0 : EBUSY) == 0` is c: a choice between two constants, compared with a third; 0: it is something else. */
static uint32_t compare_choice(struct exprs *t, const struct inst *in, const uint32_t *operand)
{
	const struct expr *n = expr_get(t, operand[0]);
	uint32_t doubt = (operand[0] | operand[1]) & EXPR_DOUBT, asked = n->a;
	int64_t yes, no, k;
	bool first, second;

	if (in->op != OP_compare || in->sub >= COMPARE_ffalse || n->kind != EXPR_PURE || n->sub >> 8 != OP_select ||
	    !expr_is_konst(t, n->b, &yes) || !expr_is_konst(t, n->c, &no) || !expr_is_konst(t, operand[1], &k))
		return 0;
	first = compare_holds(in->sub, yes, k);
	second = compare_holds(in->sub, no, k);
	return first == second ? expr_konst(t, first) | doubt : first ? asked | doubt : negated(t, asked | doubt);
}

/* One spelling for a comparison of two unknowns, so that a != b is recognised as the opposite of b == a: everything becomes
 * ==, < or <u, with an xor in front where it must be turned round. */
static uint32_t compare_unknowns(struct exprs *t, const struct inst *in, uint32_t a, uint32_t b)
{
	static const struct {
		uint8_t as;
		bool swap, flip;
	} spell[] = {
		[COMPARE_eq] = { COMPARE_eq, false, false },  [COMPARE_ne] = { COMPARE_eq, false, true },
		[COMPARE_ugt] = { COMPARE_ult, true, false }, [COMPARE_uge] = { COMPARE_ult, false, true },
		[COMPARE_ult] = { COMPARE_ult, false, false }, [COMPARE_ule] = { COMPARE_ult, true, true },
		[COMPARE_sgt] = { COMPARE_slt, true, false }, [COMPARE_sge] = { COMPARE_slt, false, true },
		[COMPARE_slt] = { COMPARE_slt, false, false }, [COMPARE_sle] = { COMPARE_slt, true, true },
	};
	uint8_t as = spell[in->sub].as;
	bool swap = as == COMPARE_eq ? (a & ~EXPR_DOUBT) > (b & ~EXPR_DOUBT) : spell[in->sub].swap;
	struct expr n = { .kind = EXPR_PURE, .sub = OP_compare << 8 | as, .width = 1, .a = swap ? b : a, .b = swap ? a : b };
	uint32_t id = add(t, n);

	if (!id || !spell[in->sub].flip)
		return id;
	return negated(t, id);
}

uint32_t expr_compute(struct exprs *t, const struct inst *in, const uint32_t *operand)
{
	struct expr n = { .kind = EXPR_PURE, .sub = (uint32_t)in->op << 8 | in->sub, .width = width_of(t, in->type) };
	uint32_t same;
	int64_t k;

	if (in->nargs < 1 || in->nargs > 3)
		return 0;
	for (uint32_t i = 0; i < in->nargs; i++)
		if (!operand[i])
			return 0;
	if (in->op == OP_field)
		return expr_field(t, operand[0], body_offset(t->b, in));
	if (in->op == OP_index)
		return expr_index(t, operand[0], operand[1], body_offset(t->b, in));
	same = handed_on(t, in, operand);
	if (same)
		return same;
	if (fold(t, in, operand, &k))
		return expr_konst(t, k) | ((operand[0] | (in->nargs > 1 ? operand[1] : 0)) & EXPR_DOUBT);
	same = in->nargs == 2 ? compare_choice(t, in, operand) : 0;
	if (same)
		return same;
	if (in->nwords > 1)
		return 0;
	if (in->op == OP_binary && in->sub == BINARY_and && expr_is_konst(t, operand[1], &k))
		return masked(t, operand[0] | (operand[1] & EXPR_DOUBT), k, n.width);
	if (in->op == OP_compare && in->sub < COMPARE_ffalse && !expr_is_konst(t, operand[0], &k) &&
	    !expr_is_konst(t, operand[1], &k))
		return compare_unknowns(t, in, operand[0], operand[1]);
	n.a = operand[0];
	n.b = in->nargs > 1 ? operand[1] : 0;
	n.c = in->nargs > 2 ? operand[2] : 0;
	n.k = in->nwords ? t->b->word.at[in->word] : 0;
	return add(t, n);
}

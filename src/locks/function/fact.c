/* Conditions taken apart into facts about unknown numbers (path/fact.h).
 *
 *     if (!(ret = try(&m)))        %2 = call try        %3 = %2 == 0      branch %3
 *     then                         %3 != 0   ->   %2 == 0   ->   [0, 0]
 *     else                         %3 == 0   ->   %2 != 0   ->   [-oo, oo] without 0
 *
 * A condition is a test of a term against a number (code/test.h), pushed down as far as it stays exact. What cannot be pushed
 * further is a fact about the term itself, which still recognises the same condition when it is tested again. */
#include <string.h>

#include "code/test.h"
#include "locks/function/state.h"

enum { ATOMS = 16 }; /* the most that limits.def allows */

static uint32_t is_pure(const struct expr *n)
{
	return n->kind == EXPR_PURE ? n->sub >> 8 : 0;
}

/* The range of a term whatever the path: bits are 0 or 1, an unsigned extension is not negative. */
static struct fact fact_of_kind(const struct knowledge *k, const struct expr *n)
{
	struct fact f = fact_any(0);
	uint32_t op = is_pure(n);

	if (n->kind == EXPR_KONST)
		return fact_exact(0, n->k);
	if (n->kind == EXPR_FIELD && n->k > 0)
		return fact_not_null(0); /* a member is behind the start of its object, wherever that is */
	if (n->kind == EXPR_INDEX)
		return fact_not_null(0); /* nor does one count from null */
	if (n->kind == EXPR_SYM && program_sym(k->exprs.p, (struct sym_id){ n->a })->linkage != LINK_WEAK)
		return fact_not_null(0);
	if (op && n->width == 1)
		return (struct fact){ .low = 0, .high = 1 };
	if (op == OP_cast && (n->sub & 255) == CAST_zext)
		f.low = 0;
	return f;
}

struct fact state_fact(const struct knowledge *k, const struct locks_state *s, uint32_t term)
{
	uint32_t id = state_get(s, SLOT_FACT, term & ~EXPR_DOUBT);
	struct fact f;

	if (!id)
		return fact_of_kind(k, expr_get(&k->exprs, term));
	memcpy(&f, intern_get(&k->fact, id), sizeof f);
	return f;
}

static void set_fact(struct knowledge *k, struct locks_state *s, uint32_t term, const struct fact *f)
{
	if (expr_get(&k->exprs, term)->kind != EXPR_KONST)
		state_set(k->arena, s, SLOT_FACT, term & ~EXPR_DOUBT, intern_bytes(&k->fact, f, sizeof *f));
}

/* ---- terms as what tests look at ---- */

static struct ref as_ref(uint32_t term)
{
	return (struct ref){ term & ~EXPR_DOUBT };
}

static struct test_node look(const void *knowledge, struct ref r)
{
	const struct exprs *all = &((const struct knowledge *)knowledge)->exprs;
	const struct expr *n = expr_get(all, r.bits), *from;

	if (n->kind != EXPR_PURE)
		return (struct test_node){ 0 };
	from = expr_get(all, n->a);
	return (struct test_node){ (uint8_t)(n->sub >> 8), (uint8_t)n->sub, n->width, is_pure(from) ? from->width : 0,
				   { as_ref(n->a), as_ref(n->b), as_ref(n->c) } };
}

static bool number(const void *knowledge, struct ref r, int64_t *k)
{
	return expr_is_konst(&((const struct knowledge *)knowledge)->exprs, r.bits, k);
}

/* A comparison without sign that says nothing about the operand is a fact about the comparison. */
static uint32_t push(const struct knowledge *know, const struct locks_state *s, const struct test *t, struct test *below)
{
	struct test_reader read = { look, number, know, true };
	uint32_t n = test_push(&read, t, below);
	struct fact f;

	if (n != 1)
		return n;
	f = state_fact(know, s, below[0].value.bits);
	return fact_signed(&f, below[0].compare, below[0].number) ? 1 : 0;
}

/* `first` in its simplest words: each test that can be pushed down is replaced by what it says, exactly. */
static uint32_t unfold(const struct knowledge *know, const struct locks_state *s, struct test first, struct test *list)
{
	struct test below[2];
	uint32_t n = 0;

	list[n++] = first;
	for (uint32_t i = 0; i < n && !limit_full(LIMIT_locks_atoms, n);) {
		uint32_t k = push(know, s, &list[i], below);
		if (k > 0)
			list[i] = below[0];
		if (k == 2)
			list[n++] = below[1];
		i += k == 0;
	}
	return n;
}

/* `first` implies each atom of the list: one that is false refutes it. */
static bool refuted(const struct knowledge *know, const struct locks_state *s, struct test first)
{
	struct test list[ATOMS];
	uint32_t n = unfold(know, s, first, list);

	for (uint32_t i = 0; i < n; i++) {
		struct fact f = state_fact(know, s, list[i].value.bits);
		if (fact_truth(&f, list[i].compare, list[i].number) == 0)
			return true;
	}
	return false;
}

enum truth state_truth(struct knowledge *know, const struct locks_state *s, uint32_t term)
{
	if (refuted(know, s, (struct test){ as_ref(term), COMPARE_ne, 0 }))
		return FALSE;
	return refuted(know, s, (struct test){ as_ref(term), COMPARE_eq, 0 }) ? TRUE : UNKNOWN;
}

bool state_assume_number(struct knowledge *know, struct locks_state *s, uint32_t term, uint8_t test, int64_t k)
{
	struct test list[ATOMS];
	uint32_t n = unfold(know, s, (struct test){ as_ref(term), test, k }, list);

	for (uint32_t i = 0; i < n; i++) {
		struct fact f = state_fact(know, s, list[i].value.bits);
		if (!fact_assume(&f, list[i].compare, list[i].number))
			return false;
		set_fact(know, s, list[i].value.bits, &f);
	}
	return true;
}

bool state_assume(struct knowledge *know, struct locks_state *s, uint32_t term, bool truth)
{
	return state_assume_number(know, s, term, truth ? COMPARE_ne : COMPARE_eq, 0);
}

/* Conditions taken apart into facts about unknown numbers (path/fact.h).
 *
 *     if (!(ret = try(&m)))        %2 = call try        %3 = %2 == 0      branch %3
 *     then                         %3 != 0   ->   %2 == 0   ->   [0, 0]
 *     else                         %3 == 0   ->   %2 != 0   ->   [-oo, oo] without 0
 *
 * A condition is a test of a term against a number. It is pushed down as far as it stays exact: through comparisons with a
 * constant, extensions, negations, both sides of && and ||. What cannot be pushed further is a fact about the term itself, which
 * still recognises the same condition when it is tested again. */
#include <string.h>

#include "locks/function/state.h"

struct atom {
	uint32_t term;
	uint8_t test; /* enum compare, signed */
	int64_t k;
};

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

/* What a test of a bit says: 1 it is set, 0 it is not, -1 nothing, -2 impossible. `one` is the number that a set bit stands
 * for. */
static int of_bit(const struct atom *at, int64_t one)
{
	bool set = compare_holds(at->test, one, at->k), clear = compare_holds(at->test, 0, at->k);

	return set && clear ? -1 : set ? 1 : clear ? 0 : -2;
}

/* One step down from `at`, into at most two atoms; 0: it goes no further. */
static int push_compare(const struct knowledge *know, const struct locks_state *s, const struct atom *at, const struct expr *n,
			struct atom *out)
{
	int bit = of_bit(at, 1);
	int64_t k = 0;
	bool right = expr_is_konst(&know->exprs, n->b, &k);
	uint8_t sub = n->sub & 255, test;
	uint32_t term = right ? n->a : n->b;
	struct fact f;

	if (bit < 0 || sub >= COMPARE_ffalse || (!right && !expr_is_konst(&know->exprs, n->a, &k)))
		return 0;
	if (!right)
		sub = compare_swapped(sub);
	if (!bit)
		sub = compare_negated(sub);
	f = state_fact(know, s, term);
	test = fact_signed(&f, sub, k);
	out[0] = (struct atom){ term, test, k };
	out[1] = (struct atom){ term, COMPARE_sge, 0 };
	return !test ? 0 : test == sub || test == COMPARE_ne ? 1 : 2;
}

static int push_cast(const struct knowledge *know, const struct atom *at, const struct expr *n, struct atom *out)
{
	const struct expr *from = expr_get(&know->exprs, n->a);
	bool bit_below = is_pure(from) && from->width == 1;
	int bit;

	switch (n->sub & 255) {
	case CAST_zext:
		if (!bit_below && ((at->test != COMPARE_eq && at->test != COMPARE_ne) || at->k < 0 || at->k > 0x7f))
			return 0;
		out[0] = (struct atom){ n->a, at->test, at->k };
		return 1;
	case CAST_sext:
		if (bit_below) {
			bit = of_bit(at, -1);
			out[0] = (struct atom){ n->a, bit ? COMPARE_ne : COMPARE_eq, 0 };
			return bit >= 0;
		}
		out[0] = (struct atom){ n->a, at->test, at->k };
		return 1;
	case CAST_trunc: /* to a bit: a bool in memory is 0 or 1 */
		bit = n->width == 1 ? of_bit(at, 1) : -1;
		out[0] = (struct atom){ n->a, bit ? COMPARE_ne : COMPARE_eq, 0 };
		return bit >= 0;
	default:
		return 0;
	}
}

static int push_binary(const struct knowledge *know, const struct atom *at, const struct expr *n, struct atom *out)
{
	int bit = n->width == 1 ? of_bit(at, 1) : -1;
	uint32_t sub = n->sub & 255;
	int64_t k;

	/* counters do not overflow; for numbers this small it would be a bug of another kind */
	if (sub == BINARY_add && n->width > 1 && expr_is_konst(&know->exprs, n->b, &k) && k > INT32_MIN && k < INT32_MAX &&
	    at->k > INT32_MIN && at->k < INT32_MAX) {
		out[0] = (struct atom){ n->a, at->test, at->k - k };
		return 1;
	}
	if (bit < 0)
		return 0;
	if (sub == BINARY_xor && expr_is_konst(&know->exprs, n->b, &k)) {
		out[0] = (struct atom){ n->a, (bit ^ (int)(k & 1)) ? COMPARE_ne : COMPARE_eq, 0 };
		return 1;
	}
	if ((sub == BINARY_and && bit) || (sub == BINARY_or && !bit)) {
		out[0] = (struct atom){ n->a, bit ? COMPARE_ne : COMPARE_eq, 0 };
		out[1] = (struct atom){ n->b, bit ? COMPARE_ne : COMPARE_eq, 0 };
		return 2;
	}
	return 0;
}

static int push(const struct knowledge *know, const struct locks_state *s, const struct atom *at, struct atom *out)
{
	const struct expr *n = expr_get(&know->exprs, at->term);

	switch (is_pure(n)) {
	case OP_compare:
		return push_compare(know, s, at, n, out);
	case OP_cast:
		return push_cast(know, at, n, out);
	case OP_binary:
		return push_binary(know, at, n, out);
	default:
		return 0;
	}
}

/* `first` in its simplest words: each atom that can be pushed down is replaced by what it says, exactly. */
static uint32_t unfold(const struct knowledge *know, const struct locks_state *s, struct atom first, struct atom *list)
{
	struct atom below[2];
	uint32_t n = 0;

	list[n++] = first;
	for (uint32_t i = 0; i < n && !limit_full(LIMIT_locks_atoms, n);) {
		int k = push(know, s, &list[i], below);
		if (k > 0)
			list[i] = below[0];
		if (k == 2)
			list[n++] = below[1];
		i += k == 0;
	}
	return n;
}

/* `first` implies each atom of the list: one that is false refutes it. */
static bool refuted(const struct knowledge *know, const struct locks_state *s, struct atom first)
{
	struct atom list[ATOMS];
	uint32_t n = unfold(know, s, first, list);

	for (uint32_t i = 0; i < n; i++) {
		struct fact f = state_fact(know, s, list[i].term);
		if (fact_truth(&f, list[i].test, list[i].k) == 0)
			return true;
	}
	return false;
}

enum truth state_truth(struct knowledge *know, const struct locks_state *s, uint32_t term)
{
	if (refuted(know, s, (struct atom){ term & ~EXPR_DOUBT, COMPARE_ne, 0 }))
		return FALSE;
	return refuted(know, s, (struct atom){ term & ~EXPR_DOUBT, COMPARE_eq, 0 }) ? TRUE : UNKNOWN;
}

bool state_assume_number(struct knowledge *know, struct locks_state *s, uint32_t term, uint8_t test, int64_t k)
{
	struct atom list[ATOMS];
	uint32_t n = unfold(know, s, (struct atom){ term & ~EXPR_DOUBT, test, k }, list);

	for (uint32_t i = 0; i < n; i++) {
		struct fact f = state_fact(know, s, list[i].term);
		if (!fact_assume(&f, list[i].test, list[i].k))
			return false;
		set_fact(know, s, list[i].term, &f);
	}
	return true;
}

bool state_assume(struct knowledge *know, struct locks_state *s, uint32_t term, bool truth)
{
	return state_assume_number(know, s, term, truth ? COMPARE_ne : COMPARE_eq, 0);
}

/* Facts about unknown numbers, and conditions taken apart into facts.
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
	enum locks_test test;
	int64_t k;
};

enum { ATOMS = 16 }; /* the most that limits.def allows */

static bool holds(int64_t x, enum locks_test test, int64_t k)
{
	switch (test) {
	case TEST_EQ:
		return x == k;
	case TEST_NE:
		return x != k;
	case TEST_LT:
		return x < k;
	case TEST_LE:
		return x <= k;
	case TEST_GT:
		return x > k;
	default:
		return x >= k;
	}
}

static enum locks_test negated(enum locks_test test)
{
	static const enum locks_test not[] = { TEST_NE, TEST_EQ, TEST_GE, TEST_GT, TEST_LE, TEST_LT };

	return not[test];
}

static enum locks_test mirrored(enum locks_test test)
{
	static const enum locks_test other[] = { TEST_EQ, TEST_NE, TEST_GT, TEST_GE, TEST_LT, TEST_LE };

	return other[test];
}

static bool fact_is_empty(const struct locks_fact *f)
{
	return f->low > f->high;
}

bool fact_excludes(const struct locks_fact *f, int64_t k)
{
	if (k < f->low || k > f->high)
		return true;
	for (uint64_t i = 0; i < f->holes; i++)
		if (f->hole[i] == k)
			return true;
	return false;
}

static void drop_hole(struct locks_fact *f, uint64_t i)
{
	f->holes--;
	for (; i < f->holes; i++)
		f->hole[i] = f->hole[i + 1];
	f->hole[f->holes] = 0;
}

/* Holes at an end move the end. */
static void tidy(struct locks_fact *f)
{
	for (uint64_t i = 0; i < f->holes && !fact_is_empty(f);) {
		if (f->hole[i] < f->low || f->hole[i] > f->high) {
			drop_hole(f, i);
		} else if (f->hole[i] == f->low || f->hole[i] == f->high) {
			if (f->low == f->high)
				*f = (struct locks_fact){ .low = 1, .high = 0 };
			else if (f->hole[i] == f->low)
				f->low++;
			else
				f->high--;
			i = 0;
		} else {
			i++;
		}
	}
}

static void add_hole(struct locks_fact *f, int64_t k)
{
	uint64_t i = f->holes;

	if (fact_excludes(f, k))
		return;
	if (f->holes >= limit(LIMIT_locks_holes)) {
		if (k != f->low && k != f->high) {
			limit_met(LIMIT_locks_holes);
			return; /* one thing less is known */
		}
		drop_hole(f, 0);
		i--;
	}
	for (; i > 0 && f->hole[i - 1] > k; i--)
		f->hole[i] = f->hole[i - 1];
	f->hole[i] = k;
	f->holes++;
	tidy(f);
}

static void narrow(struct locks_fact *f, enum locks_test test, int64_t k)
{
	if ((test == TEST_LT && k == INT64_MIN) || (test == TEST_GT && k == INT64_MAX)) {
		*f = (struct locks_fact){ .low = 1, .high = 0 };
		return;
	}
	if (test == TEST_NE) {
		add_hole(f, k);
		return;
	}
	if ((test == TEST_EQ || test == TEST_GE || test == TEST_GT) && f->low < k + (test == TEST_GT))
		f->low = k + (test == TEST_GT);
	if ((test == TEST_EQ || test == TEST_LE || test == TEST_LT) && f->high > k - (test == TEST_LT))
		f->high = k - (test == TEST_LT);
	tidy(f);
}

static uint32_t is_pure(const struct expr *n)
{
	return n->kind == EXPR_PURE ? n->sub >> 8 : 0;
}

/* The range of a term whatever the path: bits are 0 or 1, an unsigned extension is not negative. */
static struct locks_fact fact_of_kind(const struct knowledge *k, const struct expr *n)
{
	struct locks_fact f = { .low = INT64_MIN, .high = INT64_MAX };
	uint32_t op = is_pure(n);

	if (n->kind == EXPR_KONST)
		return (struct locks_fact){ .low = n->k, .high = n->k };
	if (n->kind == EXPR_FIELD && n->k > 0)
		add_hole(&f, 0); /* a member is behind the start of its object, wherever that is */
	if (n->kind == EXPR_INDEX)
		add_hole(&f, 0); /* nor does one count from null */
	if (n->kind == EXPR_SYM && program_sym(k->exprs.p, (struct sym_id){ n->a })->linkage != LINK_WEAK)
		add_hole(&f, 0);
	if (op && n->width == 1)
		return (struct locks_fact){ .low = 0, .high = 1 };
	if (op == OP_cast && (n->sub & 255) == CAST_zext)
		f.low = 0;
	return f;
}

struct locks_fact state_fact(const struct knowledge *k, const struct locks_state *s, uint32_t term)
{
	uint32_t id = state_get(s, SLOT_FACT, term & ~EXPR_DOUBT);
	struct locks_fact f;

	if (!id)
		return fact_of_kind(k, expr_get(&k->exprs, term));
	memcpy(&f, intern_get(&k->fact, id), sizeof f);
	return f;
}

static void set_fact(struct knowledge *k, struct locks_state *s, uint32_t term, const struct locks_fact *f)
{
	if (expr_get(&k->exprs, term)->kind != EXPR_KONST)
		state_set(k->arena, s, SLOT_FACT, term & ~EXPR_DOUBT, intern_bytes(&k->fact, f, sizeof *f));
}

/* What a test of a bit says: 1 it is set, 0 it is not, -1 nothing, -2 impossible. `one` is the number that a set bit stands
 * for. */
static int of_bit(const struct atom *at, int64_t one)
{
	bool set = holds(one, at->test, at->k), clear = holds(0, at->test, at->k);

	return set && clear ? -1 : set ? 1 : clear ? 0 : -2;
}

static bool signed_test(uint32_t sub, enum locks_test *test)
{
	switch (sub) {
	case COMPARE_eq:
		*test = TEST_EQ;
		return true;
	case COMPARE_ne:
		*test = TEST_NE;
		return true;
	case COMPARE_slt:
		*test = TEST_LT;
		return true;
	case COMPARE_sle:
		*test = TEST_LE;
		return true;
	case COMPARE_sgt:
		*test = TEST_GT;
		return true;
	case COMPARE_sge:
		*test = TEST_GE;
		return true;
	default:
		return false;
	}
}

/* x <u k for a constant k >= 0 is 0 <= x < k; the other way round only for an x that is not negative. */
static bool unsigned_test(const struct knowledge *know, const struct locks_state *s, const struct expr *n, bool yes,
			  enum locks_test *test)
{
	static const enum locks_test as[] = { TEST_GT, TEST_GE, TEST_LT, TEST_LE };
	uint32_t sub = n->sub & 255;
	int64_t k;

	if (sub < COMPARE_ugt || sub > COMPARE_ule || !expr_is_konst(&know->exprs, n->b, &k) || k < 0)
		return false;
	*test = yes ? as[sub - COMPARE_ugt] : negated(as[sub - COMPARE_ugt]);
	if (*test == TEST_LT || *test == TEST_LE)
		return true;
	return state_fact(know, s, n->a).low >= 0 || (k == 0 && *test == TEST_GT);
}

/* One step down from `at`, into at most two atoms; 0: it goes no further. */
static int push_compare(const struct knowledge *know, const struct locks_state *s, const struct atom *at, const struct expr *n,
			struct atom *out)
{
	int bit = of_bit(at, 1);
	enum locks_test test;
	int64_t k;

	if (bit < 0)
		return 0;
	if (unsigned_test(know, s, n, bit, &test)) {
		(void)expr_is_konst(&know->exprs, n->b, &k);
		if (test == TEST_GT && k == 0) /* x >u 0 */
			test = TEST_NE;
		out[0] = (struct atom){ n->a, test, k };
		out[1] = (struct atom){ n->a, TEST_GE, 0 };
		return test == TEST_NE ? 1 : 2;
	}
	if (!signed_test(n->sub & 255, &test))
		return 0;
	if (!bit)
		test = negated(test);
	if (expr_is_konst(&know->exprs, n->b, &k))
		out[0] = (struct atom){ n->a, test, k };
	else if (expr_is_konst(&know->exprs, n->a, &k))
		out[0] = (struct atom){ n->b, mirrored(test), k };
	else
		return 0;
	return 1;
}

static int push_cast(const struct knowledge *know, const struct atom *at, const struct expr *n, struct atom *out)
{
	const struct expr *from = expr_get(&know->exprs, n->a);
	bool bit_below = is_pure(from) && from->width == 1;
	int bit;

	switch (n->sub & 255) {
	case CAST_zext:
		if (!bit_below && ((at->test != TEST_EQ && at->test != TEST_NE) || at->k < 0 || at->k > 0x7f))
			return 0;
		out[0] = (struct atom){ n->a, at->test, at->k };
		return 1;
	case CAST_sext:
		if (bit_below) {
			bit = of_bit(at, -1);
			out[0] = (struct atom){ n->a, bit ? TEST_NE : TEST_EQ, 0 };
			return bit >= 0;
		}
		out[0] = (struct atom){ n->a, at->test, at->k };
		return 1;
	case CAST_trunc: /* to a bit: a bool in memory is 0 or 1 */
		bit = n->width == 1 ? of_bit(at, 1) : -1;
		out[0] = (struct atom){ n->a, bit ? TEST_NE : TEST_EQ, 0 };
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
		out[0] = (struct atom){ n->a, (bit ^ (int)(k & 1)) ? TEST_NE : TEST_EQ, 0 };
		return 1;
	}
	if ((sub == BINARY_and && bit) || (sub == BINARY_or && !bit)) {
		out[0] = (struct atom){ n->a, bit ? TEST_NE : TEST_EQ, 0 };
		out[1] = (struct atom){ n->b, bit ? TEST_NE : TEST_EQ, 0 };
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

static enum truth truth_of(const struct knowledge *know, const struct locks_state *s, const struct atom *at)
{
	struct locks_fact f = state_fact(know, s, at->term), yes = f, no = f;

	narrow(&yes, at->test, at->k);
	narrow(&no, negated(at->test), at->k);
	return fact_is_empty(&yes) ? FALSE : fact_is_empty(&no) ? TRUE : UNKNOWN;
}

/* `first` implies each atom of the list: one that is false refutes it. */
static bool refuted(const struct knowledge *know, const struct locks_state *s, struct atom first)
{
	struct atom list[ATOMS];
	uint32_t n = unfold(know, s, first, list);

	for (uint32_t i = 0; i < n; i++)
		if (truth_of(know, s, &list[i]) == FALSE)
			return true;
	return false;
}

enum truth state_truth(struct knowledge *know, const struct locks_state *s, uint32_t term)
{
	if (refuted(know, s, (struct atom){ term & ~EXPR_DOUBT, TEST_NE, 0 }))
		return FALSE;
	return refuted(know, s, (struct atom){ term & ~EXPR_DOUBT, TEST_EQ, 0 }) ? TRUE : UNKNOWN;
}

bool state_assume_number(struct knowledge *know, struct locks_state *s, uint32_t term, enum locks_test test, int64_t k)
{
	struct atom list[ATOMS];
	uint32_t n = unfold(know, s, (struct atom){ term & ~EXPR_DOUBT, test, k }, list);

	for (uint32_t i = 0; i < n; i++) {
		struct locks_fact f = state_fact(know, s, list[i].term);
		narrow(&f, list[i].test, list[i].k);
		if (fact_is_empty(&f))
			return false;
		set_fact(know, s, list[i].term, &f);
	}
	return true;
}

bool state_assume(struct knowledge *know, struct locks_state *s, uint32_t term, bool truth)
{
	return state_assume_number(know, s, term, truth ? TEST_NE : TEST_EQ, 0);
}

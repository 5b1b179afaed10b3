/* Terms of functions that speak for all their callers: computed of others, put into another table, onto the cells of points. */
#include "term/value.h"

/* ---- indices ---- */

enum { INDEX_PARTS = 8, TERM_PARTS = 32, CELLS_AT_ONCE = 64 }; /* sizes of arrays: the most that limits.def allows */
#define NUMBER_MOST INT32_MAX

bool term_fold(uint32_t how, int64_t a, int64_t b, int64_t *out)
{
	uint32_t op = how >> 8, sub = how & 0xff;

	if (a < 0 || b < 0 || a > NUMBER_MOST || b > NUMBER_MOST)
		return false;
	if (!how) {
		*out = a + b;
		return *out <= NUMBER_MOST;
	}
	if (op == OP_cast) {
		*out = a;
		return sub == CAST_zext || sub == CAST_sext || (sub == CAST_trunc && a <= INT8_MAX);
	}
	if (op != OP_binary)
		return false;
	switch (sub) {
	case BINARY_add:
		*out = a + b;
		break;
	case BINARY_sub:
		*out = a - b;
		break;
	case BINARY_mul:
		*out = a * b;
		break;
	case BINARY_and:
		*out = a & b;
		break;
	case BINARY_urem:
	case BINARY_srem:
		*out = b ? a % b : -1;
		break;
	case BINARY_udiv:
	case BINARY_sdiv:
		*out = b ? a / b : -1;
		break;
	default:
		return false;
	}
	return *out >= 0 && *out <= NUMBER_MOST;
}

uint32_t term_computed(struct terms *t, uint32_t first, uint32_t second, uint32_t how)
{
	struct term a = term_get(t, first), b = term_get(t, second);
	int64_t n;

	if (term_is_number(&a) && (!second || term_is_number(&b)) && term_fold(how, a.offset, b.offset, &n))
		return term_number(t, n);
	return term_make(t, &(struct term){ .kind = TERM_COMPUTED, .base = first, .a = second, .b = how });
}

static uint32_t in_bytes(struct terms *t, uint32_t index, int64_t scale)
{
	struct term k = term_get(t, index);

	if (!scale || k.kind == TERM_TOP)
		return index;
	if (term_is_number(&k))
		return term_number(t, k.offset * scale);
	return term_computed(t, index, term_number(t, scale), computed_by(OP_binary, BINARY_mul));
}

/* Two ways on in an array, one after the other. */
static uint32_t added(struct terms *t, uint32_t first, uint32_t second)
{
	struct term a = term_get(t, first), b = term_get(t, second), k;
	uint32_t todo[INDEX_PARTS + 2] = { first, second }, n = 2, seen = 0;

	if (term_is_number(&a) && term_is_number(&b))
		return term_number(t, a.offset + b.offset);
	while (n && seen <= limit(LIMIT_summary_index)) {
		k = term_get(t, todo[--n]);
		seen++;
		if (k.kind == TERM_TOP)
			return term_make(t, &k);
		if (k.kind == TERM_COMPUTED && n + 2 <= limit(LIMIT_summary_index)) {
			todo[n++] = k.base;
			todo[n++] = k.a;
		}
	}
	if (n) {
		limit_met(LIMIT_summary_index);
		return set_only(t, t->top);
	}
	return term_computed(t, first, second, 0);
}

uint32_t term_element(struct terms *t, uint32_t base, uint32_t index, uint32_t scale)
{
	struct term array = term_get(t, base), k;

	if (array.kind == TERM_INDEX) { /* of an array in an array, or further on in the same */
		index = added(t, in_bytes(t, array.a, array.offset), in_bytes(t, index, scale));
		base = array.base;
		scale = 0;
	}
	k = term_get(t, index);
	if (term_is_number(&k) && scale) {
		index = term_number(t, k.offset * scale);
		scale = 0;
	}
	k = term_get(t, index);
	if (term_is_number(&k) && !k.offset)
		return base;
	return term_make(t, &(struct term){ .kind = TERM_INDEX, .base = base, .a = index, .offset = scale });
}

/* ---- into another table ---- */

static uint32_t mapped(struct fn_id fn, uint32_t term, const uint32_t *memo)
{
	CHECK(!term || memo[term], "term %u of function %u comes before its base", term, fn.i);
	return term ? memo[term] : 0;
}

/* Names that grow with every call end here. */
static bool has_many_parts(const struct terms *t, uint32_t term)
{
	uint32_t todo[TERM_PARTS + 2], n = 0, seen = 0;

	for (todo[n++] = term; n && seen <= limit(LIMIT_summary_parts);) {
		struct term k = term_get(t, todo[--n]);
		seen++;
		if (k.base)
			todo[n++] = k.base;
		if ((k.kind == TERM_INDEX || k.kind == TERM_COMPUTED) && k.a)
			todo[n++] = k.a;
	}
	if (n)
		limit_met(LIMIT_summary_parts);
	return n;
}

static uint32_t translate_one(struct terms *to, struct fn_id fn, const struct term *k, const uint32_t *arg, uint32_t nargs,
			      const uint32_t *memo)
{
	struct term made = *k;

	if (k->kind == TERM_PARAM && k->a == fn.i && k->b < nargs && arg[k->b])
		return arg[k->b];
	made.base = mapped(fn, k->base, memo);
	if (k->kind == TERM_COMPUTED)
		return term_computed(to, made.base, mapped(fn, k->a, memo), k->b);
	if (k->kind == TERM_INDEX)
		return term_element(to, made.base, mapped(fn, k->a, memo), (uint32_t)k->offset);
	return term_make(to, &made);
}

/* Of a value that was loaded, what it was loaded from is the last thing to know. */
static uint32_t cut_off(struct terms *t, uint32_t term)
{
	struct term k = term_get(t, term);

	if (!has_many_parts(t, term))
		return term;
	if (k.kind != TERM_RESULT || !k.a)
		return set_only(t, t->top);
	k.base = 0;
	return term_make(t, &k);
}

/* A base and an index stand before what is made of them: upwards, without recursion. */
uint32_t term_translate(struct terms *to, const struct term_table *from, uint32_t term, const uint32_t *arg, uint32_t nargs,
			uint32_t *memo)
{
	uint32_t todo[64], n = 0;

	if (!term)
		return 0;
	todo[n++] = term;
	while (n) {
		const struct term *k = &from->term[todo[n - 1]];
		uint32_t second = k->kind == TERM_INDEX || k->kind == TERM_COMPUTED ? k->a : 0;
		if (!memo[todo[n - 1]] && k->base && !memo[k->base]) {
			todo[n++] = k->base;
		} else if (!memo[todo[n - 1]] && second && !memo[second]) {
			todo[n++] = second;
		} else {
			if (!memo[todo[n - 1]])
				memo[todo[n - 1]] = cut_off(to, translate_one(to, from->fn, k, arg, nargs, memo));
			n--;
		}
		CHECK(n < sizeof todo / sizeof *todo - 1, "a term of function %u has too many steps", from->fn.i);
	}
	return memo[term];
}

/* ---- cells ---- */

static void add_cell(struct cell *out, uint32_t max, uint32_t *n, struct cell c)
{
	if (!c.class)
		return;
	for (uint32_t i = 0; i < *n && i < max; i++)
		if (out[i].class == c.class && out[i].offset == c.offset)
			return;
	if (*n < max)
		out[*n] = c;
	(*n)++;
}

/* Objects of one allocation: in classes by the instance of its function. */
static struct ref root_ref(const struct term *k)
{
	return k->kind == TERM_RESULT && k->b & POINTS_PARAM ? ref_make(REF_VALUE, (k->b & ~(POINTS_PARAM | RESULT_INNER)) + 1)
							     : ref_make(REF_VALUE, 0);
}

static uint32_t root_cells(const struct points *pt, const struct term *k, const struct cell *some, struct cell *out, uint32_t max)
{
	struct ref r;
	uint32_t n = 0;

	if (k->kind == TERM_RESULT && !k->a) {
		add_cell(out, max, &n, *some);
		return n;
	}
	switch (k->kind) {
	case TERM_SYM:
		add_cell(out, max, &n, points_sym(pt, (struct sym_id){ k->a }));
		return n;
	case TERM_CLASS:
		add_cell(out, max, &n, (struct cell){ k->a, (int32_t)k->offset });
		return n;
	case TERM_PARAM:
		r = ref_make(REF_VALUE, k->b + 1);
		break;
	case TERM_STACK:
	case TERM_HEAP:
	case TERM_RESULT:
		r = k->b & POINTS_PARAM ? root_ref(k) : ref_make(REF_VALUE, pt->nparams[k->a] + 1 + (k->b & ~RESULT_INNER));
		break;
	default:
		return 0;
	}
	return points_cells(pt, (struct fn_id){ k->a }, r, out, max);
}

static struct cell follow_step(const struct points *pt, const struct term *step, struct cell c)
{
	if (!c.class || step->kind == TERM_INDEX)
		return c;
	return step->kind == TERM_FIELD ? points_at(pt, c, step->offset) : points_load(pt, c);
}

struct cell term_follow(const struct points *pt, const struct terms *t, uint32_t term, struct cell root)
{
	const struct term *chain[TERM_MOST_STEPS];
	uint32_t n = 0;

	for (; term_is_step(term_get(t, term).kind) && n < TERM_MOST_STEPS; term = term_get(t, term).base)
		chain[n++] = &term_row(t, term)->term;
	while (n--)
		root = follow_step(pt, chain[n], root);
	return root;
}

uint32_t term_cells_of(const struct points *pt, const struct term *table, uint32_t term, struct cell *out, uint32_t max)
{
	struct term chain[TERM_MOST_STEPS + 2];
	struct cell now[CELLS_AT_ONCE], some;
	uint32_t steps = 0, n, found = 0;

	for (; term_is_step(table[term].kind) && steps <= TERM_MOST_STEPS; term = table[term].base)
		chain[steps++] = table[term];
	some = (struct cell){ table[table[term].base].a, (int32_t)table[table[term].base].offset };
	n = root_cells(pt, &table[term], &some, now, limit(LIMIT_summary_roots));
	n = limit_over(LIMIT_summary_roots, n) ? limit(LIMIT_summary_roots) : n;
	while (steps--)
		for (uint32_t i = 0; i < n; i++)
			now[i] = follow_step(pt, &chain[steps], now[i]);
	for (uint32_t i = 0; i < n; i++)
		add_cell(out, max, &found, now[i]);
	return found;
}

/* ---- tags ---- */

enum { TAG_MOST = 4096 };

uint32_t term_untagged(const struct terms *t, uint32_t term)
{
	struct term k = term_get(t, term), number;

	while (k.kind == TERM_COMPUTED && k.a && (number = term_get(t, k.a)).kind == TERM_INT) {
		bool clears = k.b == computed_by(OP_binary, BINARY_and) && number.offset < 0 &&
			      number.offset >= -TAG_MOST;
		bool sets = k.b == computed_by(OP_binary, BINARY_or) && number.offset >= 0 &&
			    number.offset < TAG_MOST;
		if (!clears && !sets)
			break;
		term = k.base;
		k = term_get(t, term);
	}
	return term;
}

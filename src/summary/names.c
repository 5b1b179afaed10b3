/* Terms of summaries: into another table, onto the cells of points, and which members can be one memory. */
#include "summary/summary.h"

#include "summary/names.h"

static uint32_t mapped(const struct summary *from, uint32_t term, uint32_t *memo)
{
	CHECK(!term || memo[term], "term %u of %u comes before its base", term, from->nterms);
	return term ? memo[term] : 0;
}

static uint32_t translate_one(struct terms *to, const struct summary *from, const struct term *k, const uint32_t *arg, uint32_t nargs, uint32_t *memo)
{
	struct term made = *k;

	if (k->kind == TERM_PARAM && k->a == from->fn.i && k->b < nargs && arg[k->b])
		return arg[k->b];
	made.base = mapped(from, k->base, memo);
	if (k->kind == TERM_INDEX || term_is_pair(k))
		made.a = mapped(from, k->a, memo);
	return term_make(to, &made);
}

/* A base and an index stand before what is made of them: upwards, without recursion. */
uint32_t summary_translate(struct terms *to, const struct summary *from, uint32_t term, const uint32_t *arg, uint32_t nargs, uint32_t *memo)
{
	uint32_t todo[64], n = 0;

	if (!term)
		return 0;
	todo[n++] = term;
	while (n) {
		const struct term *k = &from->term[todo[n - 1]];
		uint32_t second = k->kind == TERM_INDEX || term_is_pair(k) ? k->a : 0;
		if (!memo[todo[n - 1]] && k->base && !memo[k->base]) {
			todo[n++] = k->base;
		} else if (!memo[todo[n - 1]] && second && !memo[second]) {
			todo[n++] = second;
		} else {
			if (!memo[todo[n - 1]])
				memo[todo[n - 1]] = translate_one(to, from, k, arg, nargs, memo);
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
	return k->kind == TERM_RESULT && k->b & POINTS_PARAM ? ref_make(REF_VALUE, (k->b & ~POINTS_PARAM) + 1) : ref_make(REF_VALUE, 0);
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
		r = k->b & POINTS_PARAM ? root_ref(k) : ref_make(REF_VALUE, pt->nparams[k->a] + 1 + k->b);
		break;
	default:
		return 0;
	}
	return points_cells(pt, (struct fn_id){ k->a }, r, out, max);
}

enum { CELLS_AT_ONCE = 64 };

uint32_t term_cells_of(const struct points *pt, const struct term *table, uint32_t term, struct cell *out, uint32_t max)
{
	struct term chain[TERM_MOST_STEPS + 2];
	struct cell now[CELLS_AT_ONCE], some;
	uint32_t steps = 0, n, found = 0;

	for (; term_is_step(table[term].kind) && steps <= TERM_MOST_STEPS; term = table[term].base)
		chain[steps++] = table[term];
	some = (struct cell){ table[table[term].base].a, (int32_t)table[table[term].base].offset };
	n = root_cells(pt, &table[term], &some, now, CELLS_AT_ONCE);
	n = n < CELLS_AT_ONCE ? n : CELLS_AT_ONCE;
	while (steps--)
		for (uint32_t i = 0; i < n; i++)
			now[i] = !now[i].class                         ? now[i]
				 : chain[steps].kind == TERM_FIELD ? points_at(pt, now[i], chain[steps].offset)
				 : chain[steps].kind == TERM_LOAD  ? points_load(pt, now[i])
								     : now[i];
	for (uint32_t i = 0; i < n; i++)
		add_cell(out, max, &found, now[i]);
	return found;
}

/* ---- members ---- */

static bool is_plain_record(const struct program *p, struct type_id t)
{
	return program_type(p, type_strip(p, t))->kind == TYPE_STRUCT;
}

bool members_differ(const struct program *p, struct konst_id a, struct konst_id b)
{
	const struct konst *x, *y;

	if (!a.i || !b.i || a.i == b.i)
		return false;
	x = program_konst(p, a);
	y = program_konst(p, b);
	if (!is_plain_record(p, x->type) || !is_plain_record(p, y->type))
		return false; /* members of a union lie in one place */
	if (program_type(p, type_strip(p, x->type))->key == program_type(p, type_strip(p, y->type))->key)
		return false; /* the offsets tell */
	return true;
}

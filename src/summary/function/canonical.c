/* Accesses of callees as their callers' callers see them.
 *
 * A value that only the callee can name (what it loaded, an index it computed) matters to others in two ways: which cell of
 * points it leads to, and whether the location and a lock are parts of the same object. So it is replaced by a number that is
 * good for this one access, and accesses at different places of the code become one. A lock that is no part of the object
 * accessed and that nobody can name is of no use: no other thread can be known to hold the same. Of an element of an array of
 * locks the array is remembered. */
#include "summary/function/work.h"

enum { RENAMED = 6 }; /* the most that limits.def allows */

struct renaming {
	struct work *w;
	uint32_t part[RENAMED], to[RENAMED], n; /* of the location */
	bool lost;                                    /* something in the term is not part of the location */
};

static bool is_foreign_value(const struct work *w, const struct term *k)
{
	return k->kind == TERM_RESULT && !term_is_value_of(k, w->b.fn.i);
}

static uint32_t unknown(struct work *w, uint32_t class, uint32_t number)
{
	return term_make(&w->terms, &(struct term){ .kind = TERM_RESULT, .base = class, .b = number });
}

static bool is_foreign_part(const struct work *w, const struct term *k, uint32_t unused)
{
	(void)unused;
	return is_foreign_value(w, k);
}

/* The number that stands for a value: 0 if there is no room or no cell. */
static uint32_t number_part(struct renaming *r, uint32_t term, bool index)
{
	struct cell cell[2];
	struct term class = { .kind = TERM_CLASS };

	if (limit_full(LIMIT_summary_renamed, r->n))
		return 0;
	r->part[r->n] = term;
	if (index) {
		r->to[r->n] = unknown(r->w, 0, r->n + 1);
	} else {
		struct cell few[CELLS_FEW];
		if (work_cells(r->w, term, few) != 1)
			return 0;
		cell[0] = few[0];
		class.a = cell[0].class;
		class.offset = cell[0].offset;
		r->to[r->n] = unknown(r->w, term_make(&r->w->terms, &class), r->n + 1);
	}
	return r->to[r->n++];
}

static uint32_t find_part(const struct renaming *r, uint32_t term)
{
	for (uint32_t i = 0; i < r->n; i++)
		if (r->part[i] == term)
			return r->to[i];
	return 0;
}

/* `add`: the location itself, whose parts get numbers. Terms are a few steps deep, indices a few computations. */
static uint32_t rename_term(struct renaming *r, uint32_t term, bool add, bool index, uint32_t depth)
{
	struct term k = term_get(&r->w->terms, term), made = k;
	uint32_t part;

	if (!term || limit_over(LIMIT_summary_depth, depth))
		return term;
	if (is_foreign_value(r->w, &k)) {
		part = find_part(r, term);
		if (!part && add)
			part = number_part(r, term, index);
		r->lost |= !part;
		return part ? part : index ? unknown(r->w, 0, 0) : term;
	}
	if (k.base)
		made.base = rename_term(r, k.base, add, index || k.kind == TERM_COMPUTED, depth + 1);
	if (term_has_second(k.kind))
		made.a = rename_term(r, k.a, add, true, depth + 1);
	return term_make(&r->w->terms, &made);
}

/* An element of an array that has a name: which one is not known. 0: nothing that others can name. */
static uint32_t rename_lock(void *with, uint32_t term)
{
	struct renaming *r = with;
	struct term root = term_get(&r->w->terms, term_root(&r->w->terms, term));
	uint32_t named;

	r->lost = false;
	named = rename_term(r, term, false, false, 0);
	if (!r->lost)
		return named;
	return is_foreign_value(r->w, &root) || root.kind == TERM_STACK ? 0 : named;
}

void canonical_access(struct work *w, struct access *a)
{
	struct renaming r = { .w = w };
	uint32_t parts, *known;

	if (work_any_part(w, a->at, is_foreign_part, 0)) /* otherwise it is what it is */
		a->at = rename_term(&r, a->at, true, false, 0);
	if (r.lost)
		return; /* its root is in several cells: it keeps its name */
	parts = intern_bytes(&w->parts, r.part, r.n * sizeof *r.part);
	known = map_at(w->arena, &w->canonical, map_pair(a->lockset, parts) + 1);
	if (!*known) {
		uint32_t set = locks_rename(w, a->lockset, rename_lock, &r);
		known = map_at(w->arena, &w->canonical, map_pair(a->lockset, parts) + 1);
		*known = set + 1;
	}
	a->lockset = *known - 1;
}

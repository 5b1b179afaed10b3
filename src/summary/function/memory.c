/* What memory holds at one place of a function, in words of its formals and globals: a map from addresses to values, both terms.
 * Only what others do not change is known; whatever may be the same address as one that is written is forgotten. */
#include <string.h>

#include "summary/function/work.h"

static uint32_t find(const memory *m, uint32_t address)
{
	uint32_t lo = 0, hi = m->n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (m->at[mid].address < address)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static uint32_t content(const memory *m, uint32_t address)
{
	uint32_t i = find(m, address);

	return i < m->n && m->at[i].address == address ? m->at[i].value : 0;
}

static void put(struct work *w, memory *m, uint32_t address, uint32_t value)
{
	uint32_t i = find(m, address);

	if (i < m->n && m->at[i].address == address) {
		m->at[i].value = value;
		return;
	}
	if (limit_full(LIMIT_summary_memory, m->n))
		return;
	(void)vec_add(w->arena, m);
	memmove(m->at + i + 1, m->at + i, (m->n - 1 - i) * sizeof *m->at);
	m->at[i] = (struct known){ address, value };
}

uint32_t work_cells(const struct work *w, uint32_t term, struct cell out[CELLS_FEW])
{
	struct term chain[TERM_MOST_STEPS + 5];
	uint32_t n = 0;

	/* the table of terms being worked on, as far as this term needs it */
	memset(&chain[0], 0, sizeof chain[0]);
	for (struct term k = term_get(&w->terms, term);; k = term_get(&w->terms, k.base)) {
		chain[++n] = k;
		if (!term_is_step(k.kind) || n > TERM_MOST_STEPS + 1)
			break;
	}
	for (uint32_t i = 1; i < n; i++)
		chain[i].base = i + 1;
	if (chain[n].kind == TERM_RESULT && !chain[n].a) { /* some object of a cell, which stands behind it */
		chain[n + 1] = term_get(&w->terms, chain[n].base);
		chain[n].base = n + 1;
	} else {
		chain[n].base = 0;
	}
	n = term_cells_of(w->pt, chain, 1, out, limit(LIMIT_summary_cells));
	(void)limit_over(LIMIT_summary_cells, n);
	return n;
}

struct term work_root(const struct work *w, uint32_t term)
{
	return term_get(&w->terms, term_root(&w->terms, term));
}

static uint32_t alloca_of(const struct work *w, uint32_t term) /* UINT32_MAX: none of ours */
{
	struct term k = work_root(w, term);

	return k.kind == TERM_STACK && k.a == w->b.fn.i ? k.b : UINT32_MAX;
}

static bool is_fixed(const struct work *w, uint32_t term)
{
	struct term k = term_get(&w->terms, term);

	return k.kind != TERM_CLASS && term_is_fixed(&w->terms, term);
}

/* In a variable that no pointer leads to. */
static bool is_classless(const struct work *w, uint32_t term)
{
	struct term k = term_object(&w->terms, term);

	return k.kind == TERM_SYM && !points_sym(w->pt, (struct sym_id){ k.a }).class;
}

/* Can the content of this address be known? Not where others may change it. */
static bool is_trackable(const struct work *w, uint32_t address)
{
	struct cell cell[CELLS_FEW];
	uint32_t slot = alloca_of(w, address), n;

	if (!is_fixed(w, address))
		return false;
	if (slot != UINT32_MAX && w->local[slot] == USE_LOCAL)
		return true;
	if (is_classless(w, address))
		return !w->g->contested_variable[work_root(w, address).a] || !w->g->unstable_variable[work_root(w, address).a];
	n = work_cells(w, address, cell);
	for (uint32_t i = 0; i < n && i < limit(LIMIT_summary_cells); i++)
		if (ground_is_contested(w->g, cell[i], 8) && !ground_is_stable(w->g, cell[i]))
			return false;
	return n && n <= limit(LIMIT_summary_cells);
}

bool work_is_stable(const struct work *w, uint32_t address)
{
	struct cell cell[CELLS_FEW];
	uint32_t n;

	if (is_classless(w, address))
		return !w->g->unstable_variable[work_root(w, address).a];
	n = work_cells(w, address, cell);
	for (uint32_t i = 0; i < n && i < limit(LIMIT_summary_cells); i++)
		if (!ground_is_stable(w->g, cell[i]))
			return false;
	return n && n <= limit(LIMIT_summary_cells) && alloca_of(w, address) == UINT32_MAX;
}

static bool is_object(uint8_t kind)
{
	return kind == TERM_SYM || kind == TERM_STACK || kind == TERM_HEAP || kind == TERM_NAMED;
}

/* So many bytes behind its root, if no pointer is followed and no index chosen at run time on the way. */
static bool constant_place(const struct work *w, uint32_t term, int64_t *bytes)
{
	struct term k = term_get(&w->terms, term);

	for (*bytes = 0; k.kind == TERM_FIELD || k.kind == TERM_INDEX; k = term_get(&w->terms, k.base)) {
		struct term index = k.kind == TERM_INDEX ? term_get(&w->terms, k.a) : (struct term){ .kind = TERM_INT };
		if (!term_is_number(&index) || (k.kind == TERM_INDEX && k.offset))
			return false;
		*bytes += k.kind == TERM_FIELD ? k.offset : index.offset;
	}
	return k.kind != TERM_CLASS && !term_is_step(k.kind);
}

static bool constant_places_differ(const struct work *w, uint32_t a, uint32_t b)
{
	int64_t x, y;

	return term_root(&w->terms, a) == term_root(&w->terms, b) && constant_place(w, a, &x) && constant_place(w, b, &y) && x != y;
}

/* Can the two addresses be one, or with `near`, lie in one object? */
bool work_may_meet(const struct work *w, uint32_t a, uint32_t b, bool near)
{
	struct term ka = work_root(w, a), kb = work_root(w, b);
	struct cell x[CELLS_FEW], y[CELLS_FEW];
	uint32_t nx, ny;

	if (ka.kind == TERM_TOP || kb.kind == TERM_TOP || a == b)
		return true;
	if (ka.kind == TERM_NAMED || kb.kind == TERM_NAMED)
		return false;
	if (is_fixed(w, a) && is_fixed(w, b) &&
	    ((is_object(ka.kind) && is_object(kb.kind)) || (!near && term_root(&w->terms, a) == term_root(&w->terms, b))))
		return false;
	if (!near && constant_places_differ(w, a, b))
		return false;
	nx = work_cells(w, a, x);
	ny = work_cells(w, b, y);
	for (uint32_t i = 0; i < nx && i < limit(LIMIT_summary_cells); i++)
		for (uint32_t k = 0; k < ny && k < limit(LIMIT_summary_cells); k++)
			if (x[i].class == y[k].class && (near || x[i].offset == y[k].offset))
				return true;
	return !nx || !ny || nx > limit(LIMIT_summary_cells) || ny > limit(LIMIT_summary_cells);
}

void work_forget(struct work *w, memory *m, uint32_t address, bool whole_object)
{
	uint32_t kept = 0, root = term_root(&w->terms, address);

	for (uint32_t i = 0; i < m->n; i++)
		if (!work_may_meet(w, m->at[i].address, address, true) &&
		    !(whole_object && term_root(&w->terms, m->at[i].address) == root))
			m->at[kept++] = m->at[i];
	m->n = kept;
}

/* A call of a function that may write whatever it can reach. */
void work_forget_reachable(struct work *w, memory *m)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < m->n; i++) {
		uint32_t slot = alloca_of(w, m->at[i].address);
		if (slot != UINT32_MAX && w->local[slot] == USE_LOCAL)
			m->at[kept++] = m->at[i];
	}
	m->n = kept;
}

void work_keep(struct work *w, memory *m, uint32_t address, uint32_t value)
{
	if (is_trackable(w, address))
		put(w, m, address, value);
}

/* The bond of the member at this address, whichever of its cells it is; NULL: none. */
static const struct bond *bond_of(const struct work *w, uint32_t address)
{
	struct cell cell[CELLS_FEW];
	uint32_t n = w->g->bound.n ? work_cells(w, address, cell) : 0;
	const struct bond *one = NULL;

	for (uint32_t i = 0; i < n && i < limit(LIMIT_summary_cells); i++) {
		uint32_t at = map_get(&w->g->bound_at, ground_cell_key(cell[i]));
		const struct bond *x = at ? &w->g->bound.at[at - 1] : NULL;
		if (!x || (one && (x->far != one->far || x->on != one->on)))
			return NULL;
		one = x;
	}
	return n <= limit(LIMIT_summary_cells) ? one : NULL;
}

uint32_t work_stable(struct work *w, uint32_t address)
{
	const struct bond *x = bond_of(w, address);
	uint32_t by = x ? term_field(&w->terms, address, x->far) : address;

	if (x && work_is_stable(w, by))
		return term_field(&w->terms, term_step(&w->terms, TERM_STABLE, by), x->on);
	return term_step(&w->terms, TERM_STABLE, address);
}

/* What a load gives, as a name. */
uint32_t work_load(struct work *w, memory *m, uint32_t inst, uint32_t address)
{
	uint32_t known = content(m, address), name;

	if (known)
		return known;
	if (work_is_stable(w, address)) {
		name = work_stable(w, address);
		if (term_get(&w->terms, name).kind != TERM_TOP)
			return name;
	}
	name = work_opaque(w, inst, term_get(&w->terms, address).kind == TERM_TOP ? 0 : address);
	work_keep(w, m, address, name); /* until somebody writes there */
	return name;
}

bool work_join_memory(memory *to, const memory *from)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < to->n; i++)
		if (content(from, to->at[i].address) == to->at[i].value)
			to->at[kept++] = to->at[i];
	if (kept == to->n)
		return false;
	to->n = kept;
	return true;
}

void work_copy_memory(struct work *w, memory *to, const memory *from)
{
	to->n = 0;
	for (uint32_t i = 0; i < from->n; i++)
		*vec_add(w->arena, to) = from->at[i];
}

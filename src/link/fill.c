/* What the kept definitions of a unit hold: initial values, targets of aliases, functions, and the unit's constants. Also tells
 * conflicts: only here do all symbols of the unit have their place, so that two definitions can be compared. */
#include "link/linker.h"

#include <string.h>
#include <xxhash.h>


/* ---- values of variables and aliases ---- */

/* A unit's bytes, kept when the unit is gone. */
static struct extent keep(struct linker *l, const struct joining *j, struct extent e)
{
	return extent_of(arena_copy(l->p->arena, program_bytes(j->from, e).at, e.len), e.len);
}

static void fill_value(struct linker *l, const struct joining *j, const struct sym *s, struct sym *row)
{
	row->data = keep(l, j, s->data);
	row->reloc = l->p->reloc.n;
	row->nrelocs = s->nrelocs;
	for (uint32_t k = 0; k < s->nrelocs; k++) {
		struct reloc r = j->from->reloc.at[s->reloc + k];
		r.sym.i = j->map.sym[r.sym.i];
		*vec_add(l->p->arena, &l->p->reloc) = r;
	}
}

static void fill_target(struct linker *l, const struct joining *j, const struct sym *s, uint32_t g)
{
	uint32_t own = j->row[s->target.i], target = own ? own : j->map.sym[s->target.i];

	l->p->sym.at[g].target.i = target;
	if (!l->alias.n)
		(void)vec_add(&l->scratch, &l->alias);
	*vec_add(&l->scratch, &l->alias) = (struct link_alias){ { g }, l->about.at[target].alias };
	l->about.at[target].alias = l->alias.n - 1;
}

static void fill_syms(struct linker *l, const struct joining *j)
{
	for (uint32_t i = 1; i < j->from->sym.n; i++) {
		const struct sym *s = &j->from->sym.at[i];
		uint32_t g = j->row[i];
		if (!g)
			continue;
		if (s->kind == SYM_VARIABLE)
			fill_value(l, j, s, &l->p->sym.at[g]);
		else if (s->kind == SYM_ALIAS || s->kind == SYM_IFUNC)
			fill_target(l, j, s, g);
	}
}

/* ---- constants ---- */

/* Without padding: equal keys, equal bytes. */
struct konst_key {
	uint32_t kind, type, sym, zero;
	uint64_t lo, hi, len;
	uint64_t data[2];
};

static void fill_konsts(struct linker *l, struct joining *j)
{
	uint32_t n = j->from->konst.n;

	j->map.nkonsts = n;
	j->map.konst = arena_array(l->out, n, sizeof *j->map.konst);
	for (uint32_t i = 1; i < n; i++) {
		struct konst k = j->from->konst.at[i];
		XXH128_hash_t h = XXH3_128bits(program_bytes(j->from, k.data).at, k.data.len);
		struct konst_key key;
		k.type.i = j->map.type[k.type.i];
		k.sym.i = j->map.sym[k.sym.i];
		key = (struct konst_key){ k.kind, k.type.i, k.sym.i, 0, k.lo, k.hi, k.data.len, { h.low64, h.high64 } };
		j->map.konst[i] = intern_bytes(&l->konst, &key, sizeof key);
		if (j->map.konst[i] == l->p->konst.n) {
			k.data = keep(l, j, k.data);
			*vec_add(l->p->arena, &l->p->konst) = k;
		}
	}
}

/* ---- functions ---- */

static void fill_fn(struct linker *l, const struct joining *j, uint32_t i, uint32_t g)
{
	struct fn row = j->from->fn.at[i];
	uint32_t first = row.callee;

	row.sym.i = g;
	row.unit = j->id;
	row.callee = l->p->callee.n;
	row.places = keep(l, j, row.places);
	row.code = extent_of(program_bytes(j->from, row.code).at, row.code.len);
	for (uint32_t k = 0; k < row.ncallees; k++)
		*vec_add(l->p->arena, &l->p->callee) = (struct sym_id){ j->map.sym[j->from->callee.at[first + k].i] };
	l->p->sym.at[g].fn.i = l->p->fn.n;
	l->about.at[g].identity = j->identity[i];
	*vec_add(l->p->arena, &l->p->fn) = row;
}

/* Whether the code unpacks is asked by who wants it (body_get). */
static void fill_fns(struct linker *l, struct joining *j)
{
	for (uint32_t i = 1; i < j->from->fn.n; i++) {
		uint32_t g = j->row[j->from->fn.at[i].sym.i];
		if (g)
			fill_fn(l, j, i, g);
	}
}

/* ---- conflicts ---- */

static bool same_bytes(struct bytes a, struct bytes b)
{
	return a.len == b.len && (!a.len || !memcmp(a.at, b.at, a.len));
}

/* Static symbols of two units are never the same row; the same name will do. */
static bool same_symbol(const struct linker *l, uint32_t a, uint32_t b)
{
	const struct sym *x = &l->p->sym.at[a], *y = &l->p->sym.at[b];

	return a == b || (x->linkage == LINK_STATIC && y->linkage == LINK_STATIC && x->kind == y->kind && x->name.i == y->name.i);
}

static bool same_variable(const struct linker *l, const struct joining *j, const struct sym *s, const struct sym *row)
{
	if (s->size != row->size || j->map.type[s->type.i] != row->type.i || s->nrelocs != row->nrelocs ||
	    !same_bytes(program_bytes(j->from, s->data), program_bytes(l->p, row->data)))
		return false;
	for (uint32_t k = 0; k < s->nrelocs; k++) {
		const struct reloc *a = &j->from->reloc.at[s->reloc + k], *b = &l->p->reloc.at[row->reloc + k];
		if (a->offset != b->offset || a->addend != b->addend || a->kind != b->kind ||
		    !same_symbol(l, j->map.sym[a->sym.i], b->sym.i))
			return false;
	}
	return true;
}

static bool same_definition(const struct linker *l, const struct joining *j, const struct sym *s, uint32_t g)
{
	const struct sym *row = &l->p->sym.at[g];
	const struct fn_key *a = &j->identity[s->fn.i], *b = &l->about.at[g].identity;

	if (s->kind != row->kind)
		return false;
	if (s->kind == SYM_VARIABLE)
		return same_variable(l, j, s, row);
	if (s->kind == SYM_FUNCTION)
		return a->lo == b->lo && a->hi == b->hi;
	return s->addend == row->addend && same_symbol(l, j->map.sym[s->target.i], row->target.i);
}

static void add_conflict(struct linker *l, const struct joining *j, const struct sym *s, uint32_t g)
{
	struct link_conflict c = { { g }, j->id, { j->map.str[s->file.i] }, s->line, 0 };

	*vec_add(l->out, &l->result->conflict) = c;
	if (!l->about.at[g].conflict)
		l->result->conflicts++;
	l->about.at[g].conflict = true;
}

/* Each definition of the unit that lost: an equal one is a copy; of two plain ones that differ, one is wrong. */
static void compare_losers(struct linker *l, const struct joining *j)
{
	for (uint32_t i = 1; i < j->from->sym.n; i++) {
		const struct sym *s = &j->from->sym.at[i];
		uint32_t g = j->map.sym[i];
		enum rank rank = rank_of(s, j->stub);
		if (s->linkage == LINK_STATIC || !s->name.i || rank == RANK_NONE || j->row[i] == g ||
		    l->p->sym.at[g].unit.i == j->id.i)
			continue;
		if (same_definition(l, j, s, g)) {
			l->about.at[g].copies++;
			l->result->merged += s->kind == SYM_FUNCTION;
		} else if (rank >= RANK_STRONG && rank == l->about.at[g].rank) {
			add_conflict(l, j, s, g);
		}
	}
}

void fill_add(struct linker *l, struct joining *j)
{
	fill_syms(l, j);
	fill_konsts(l, j);
	fill_fns(l, j);
	compare_losers(l, j);
}

/* What holds for the program as a whole: the call graph, and questions about what the census of its code has found (census.c). */
#include "base/diag.h"
#include "code/address.h"
#include "summary/census/census.h"
#include "summary/census/token.h"

#include <stdlib.h>

struct summary_walk {
	struct arena *out;
	struct ground *g;
	const struct contexts *c;
	const struct points *pt;
};

/* A call of one function by another. */
struct edge_of {
	uint32_t from, to;
};

/* ---- calls ---- */

static int by_call(const void *a, const void *b)
{
	const struct target *x = a, *y = b;

	if (x->inst != y->inst)
		return x->inst < y->inst ? -1 : 1;
	if (x->fn.i != y->fn.i)
		return x->fn.i < y->fn.i ? -1 : 1;
	return x->kind < y->kind ? -1 : x->kind > y->kind;
}

static void add_targets(struct summary_walk *w, uint32_t fn)
{
	uint32_t first = w->g->target.n, kept = first;

	for (uint32_t k = w->c->first_by_fn[fn]; k < w->c->first_by_fn[fn + 1]; k++) {
		const struct context *x = &w->c->context.at[w->c->by_fn[k]];
		for (uint32_t i = x->edge; i < x->edge + x->nedges; i++) {
			const struct edge *e = &w->c->edge.at[i];
			if (e->kind == SITE_CALL || site_runs_inside(e->kind))
				*vec_add(w->out, &w->g->target) = (struct target){ e->inst, w->c->context.at[e->to].fn, e->kind,
										   e->site ? w->pt->site.at[e->site].row : NULL };
		}
	}
	if (w->g->target.n > first)
		qsort(w->g->target.at + first, w->g->target.n - first, sizeof *w->g->target.at, by_call);
	for (uint32_t i = first; i < w->g->target.n; i++)
		if (kept == first || by_call(&w->g->target.at[kept - 1], &w->g->target.at[i]) != 0)
			w->g->target.at[kept++] = w->g->target.at[i];
	w->g->target.n = kept;
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static void make_graph(struct summary_walk *w)
{
	struct ground *f = w->g;

	f->first_target = arena_array(w->out, (size_t)f->nfns + 1, sizeof *f->first_target);
	f->first_callee = arena_array(w->out, (size_t)f->nfns + 1, sizeof *f->first_callee);
	for (uint32_t fn = 1; fn < f->nfns; fn++) {
		f->first_target[fn] = f->target.n;
		add_targets(w, fn);
	}
	f->first_target[f->nfns] = f->target.n;
	f->callee = arena_array(w->out, (size_t)f->target.n + 1, sizeof *f->callee);
	for (uint32_t fn = 1, n = 0; fn < f->nfns; fn++) {
		uint32_t first = n, kept;
		f->first_callee[fn] = n;
		for (uint32_t i = f->first_target[fn]; i < f->first_target[fn + 1]; i++)
			f->callee[n++] = f->target.at[i].fn.i;
		if (n > first)
			qsort(f->callee + first, n - first, sizeof *f->callee, by_number);
		kept = first;
		for (uint32_t i = first; i < n; i++)
			if (kept == first || f->callee[kept - 1] != f->callee[i])
				f->callee[kept++] = f->callee[i];
		n = kept;
		f->first_callee[fn + 1] = n;
	}
	scc_find(w->out, f->nfns, f->first_callee, f->callee, &f->scc);
}

/* looked at; holds a lock; holds one that the context does not name for sure */
enum { HELD_SEEN = 1, HELD_LOCK = 2, HELD_OUTSIDE = 4 };

static uint8_t look_at_held(const struct summary_walk *w, uint8_t *seen, uint32_t held)
{
	uint32_t n;
	const struct held *l;

	if (seen[held])
		return seen[held];
	l = contexts_locks(w->c, held, &n);
	seen[held] = (uint8_t)(HELD_SEEN | (n ? HELD_LOCK : 0));
	for (uint32_t i = 0; i < n; i++) {
		uint8_t root = term_get(&w->c->terms, term_root(&w->c->terms, l[i].term)).kind;
		if (!(l[i].flags & HELD_CERTAIN) || (root != TERM_SYM && root != TERM_NAMED))
			seen[held] |= HELD_OUTSIDE;
	}
	return seen[held];
}

/* Whoever calls it without a lock has nothing that it could give back. A context that stands for several may have lost what some
 * of them held: there it counts whether the function itself is entered with a lock. */
static void find_locked(const struct summary_walk *w, struct arena *scratch)
{
	const struct contexts *c = w->c;
	uint8_t *seen = arena_array(scratch, (size_t)c->held.entry.n + 1, 1),
		*locked = arena_array(scratch, (size_t)w->g->nfns + 1, 1);
	VEC(struct edge_of) joined = { 0 };

	for (uint32_t i = 1; i < c->edge.n; i++) {
		const struct edge *e = &c->edge.at[i];
		const struct context *from = &c->context.at[e->context];
		uint32_t to = c->context.at[e->to].fn.i;
		if (e->kind != SITE_CALL && !site_runs_inside(e->kind))
			continue;
		locked[to] |= look_at_held(w, seen, contexts_may_hold(c, e->context, e->inst)) |
			      look_at_held(w, seen, contexts_held(c, e->context, e->inst));
		if (from->joined && from->fn.i != to)
			*vec_add(scratch, &joined) = (struct edge_of){ from->fn.i, to };
	}
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 0; i < joined.n; i++) {
			uint8_t *to = &locked[joined.at[i].to], with = *to | locked[joined.at[i].from];
			changed |= with != *to;
			*to = with;
		}
	}
	for (uint32_t fn = 0; fn < w->g->nfns; fn++) {
		w->g->entered_locked[fn] = locked[fn] & HELD_LOCK;
		w->g->entered_inside[fn] = locked[fn] & HELD_OUTSIDE;
	}
}

/* What the functions that the program calls say of locks. */
static void find_kinds(struct summary_walk *w)
{
	for (uint32_t i = 1; i < w->pt->p->sym.n; i++)
		for (const struct model_row *row = points_rows(w->pt, (struct sym_id){ i }); row; row = row->next)
			if (row->flags & MODEL_SEMAPHORE)
				map_put(w->out, &w->g->counting, row->family, 1);
}

const struct target *ground_targets(const struct ground *f, struct fn_id fn, uint32_t inst, uint32_t *n)
{
	uint32_t lo = f->first_target[fn.i], hi = f->first_target[fn.i + 1], end;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (f->target.at[mid].inst < inst)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (end = lo; end < f->first_target[fn.i + 1] && f->target.at[end].inst == inst; end++)
		;
	*n = end - lo;
	return *n ? f->target.at + lo : NULL;
}

/* ---- memory ---- */

bool ground_is_stable(const struct ground *f, struct cell c)
{
	return c.class && !f->churned[c.class] && !map_get(&f->unstable, ground_cell_key(c));
}

uint64_t ground_spin_word(struct cell c, struct sym_id variable)
{
	return c.class ? map_pair(c.class, (uint32_t)c.offset) : map_pair(0, variable.i);
}

/* A class of what a parameter points to in general may have no object of its own. */
bool ground_has_memory(const struct points *pt, struct cell c)
{
	uint32_t n = 0;

	if (c.class && c.class <= pt->nclasses)
		(void)points_objects(pt, c.class, &n);
	return n;
}

/* Contexts do not know these locks: whoever gives one back, or calls such a function, may be entered with it. */
static void find_givers(struct ground *g, uint8_t *gives)
{
	if (!g->spin.n)
		return;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 0; i < g->nfns; i++) { /* callees first */
			uint32_t fn = g->scc.node[i];
			for (uint32_t k = g->first_callee[fn]; fn && !gives[fn] && k < g->first_callee[fn + 1]; k++)
				if (gives[g->callee[k]])
					gives[fn] = changed = true;
		}
	}
	for (uint32_t fn = 1; fn < g->nfns; fn++) {
		g->entered_locked[fn] |= gives[fn] != 0;
		g->entered_inside[fn] |= gives[fn] != 0;
	}
}

bool ground_is_one(uint8_t counts)
{
	uint8_t begins = counts & (COUNT_ONE | COUNT_OTHER);

	return begins ? begins == COUNT_ONE : counts == COUNT_PAIRED;
}

bool ground_counts_one(const struct ground *g, struct cell c)
{
	return c.class && ground_is_one((uint8_t)map_get(&g->semaphore, ground_cell_key(c)));
}

bool ground_is_contested(const struct ground *g, struct cell c, uint32_t size)
{
	if (!c.class || !g->contested[c.class])
		return false;
	if (g->contested[c.class] == 2 || !size || size > GROUND_BULK || c.offset > INT32_MAX - GROUND_BULK)
		return true;
	for (int32_t k = ground_word(c.offset); k <= ground_word(c.offset + (int32_t)size - 1); k++)
		if (map_get(&g->contested_word, map_pair(c.class, (uint32_t)k)))
			return true;
	return false;
}

bool ground_is_local(const struct ground *g, struct fn_id fn, uint32_t inst, uint32_t touch)
{
	return g->local[fn.i] && g->local[fn.i][inst] >> touch & 1;
}


/* Neither asks for what the other one makes. */
static void make_graph_and_locked(struct summary_walk *w, struct arena *scratch, const struct crew *crew)
{
	if (!crew->parallel) {
		make_graph(w);
		find_locked(w, scratch);
		return;
	}
#pragma omp parallel sections num_threads(2) default(none) shared(w, scratch)
	{
#pragma omp section
		make_graph(w);
#pragma omp section
		find_locked(w, scratch);
	}
}

struct ground *ground_find(struct arena *out, const struct sharing *sharing, const struct threads *threads,
			   const struct crew *crew)
{
	const struct points *pt = threads->contexts->points;
	struct ground *g = arena_new(out, struct ground);
	struct summary_walk w = { .out = out, .g = g, .c = threads->contexts, .pt = pt };
	struct arena scratch;
	struct census census = {
		.out = out, .scratch = &scratch, .g = g, .sharing = sharing, .threads = threads, .c = w.c, .pt = pt, .crew = crew
	};

	arena_init(&scratch, "summary.ground");
	g->nfns = pt->p->fn.n;
	g->reached = arena_array(out, (size_t)g->nfns + 1, sizeof *g->reached);
	for (uint32_t fn = 1; fn < g->nfns; fn++)
		g->reached[fn] = w.c->first_by_fn[fn] != w.c->first_by_fn[fn + 1];
	g->entered_locked = arena_array(out, (size_t)g->nfns + 1, sizeof *g->entered_locked);
	g->entered_inside = arena_array(out, (size_t)g->nfns + 1, sizeof *g->entered_inside);
	make_graph_and_locked(&w, &scratch, crew);
	find_kinds(&w);
	census_run(&census);
	token_find(g, pt, out);
	find_givers(g, census.gives);
	arena_release(&scratch);
	return g;
}

uint64_t ground_field(const struct program *p, struct type_id t, int64_t offset)
{
	for (uint32_t depth = 0; t.i && offset >= 0 && !limit_full(LIMIT_summary_nested, depth); depth++) {
		const struct type *x = program_type(p, type_strip(p, t));
		const struct field *f = NULL;
		if (x->kind != TYPE_STRUCT)
			return 0;
		for (uint32_t i = 0; i < x->nfields && !f; i++) {
			const struct field *g = &p->field.at[x->field + i];
			if (g->offset <= (uint64_t)offset * 8 &&
			    (uint64_t)offset * 8 < g->offset + program_type(p, type_strip(p, g->type))->size)
				f = g;
		}
		if (!f)
			return 0;
		if (program_type(p, type_strip(p, f->type))->kind == TYPE_POINTER)
			return map_pair(type_strip(p, t).i, (uint32_t)offset);
		offset -= (int64_t)(f->offset / 8);
		t = f->type;
	}
	return 0;
}

uint64_t ground_field_at(const struct program *p, const struct body *b, struct ref r)
{
	const struct inst *in = peel(b, r, PEEL_CASTS).in;

	return in && in->op == OP_field ? ground_field(p, in->type, body_offset(b, in)) : 0;
}

bool ground_is_inside(const struct points *pt, uint32_t class)
{
	uint32_t n = 0;
	const uint32_t *object = class && class <= pt->nclasses ? points_objects(pt, class, &n) : NULL;

	for (uint32_t i = 0; i < n; i++)
		if (pt->object.at[object[i]].kind == OBJECT_OUTSIDE || pt->object.at[object[i]].kind == OBJECT_NAMED)
			return false;
	return n;
}

bool ground_holds_alone(const struct ground *g, const struct points *pt, struct cell c, uint64_t field)
{
	struct cell held = c.class ? points_load(pt, c) : c;
	uint32_t n = 0;
	const uint32_t *object = held.class && held.class <= pt->nclasses ? points_objects(pt, held.class, &n) : NULL;

	if (!ground_is_inside(pt, c.class) && (!field || g->spread_outside || map_get(&g->spread_field, field)))
		return false;
	if (!held.class || points_fold(pt, c.class) || g->spread_class[c.class] || map_get(&g->spread, ground_cell_key(c)))
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (pt->object.at[object[i]].kind != OBJECT_HEAP)
			return false; /* variables may be there since the start */
	return true;
}

uint8_t ground_written(const struct ground *g, const struct points *pt, struct sym_id sym)
{
	uint32_t class = points_sym(pt, sym).class, n = 0;

	if (!class)
		return g->written_variable[sym.i];
	(void)points_objects(pt, class, &n);
	return n == 1 ? g->written_class[class] : WRITTEN_NO_BLOCK | WRITTEN_NO_COUNT;
}

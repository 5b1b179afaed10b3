/* visible: which accesses other threads can notice, and how far a function is from the goal.
 *
 * Functions that main's thread gets to are marked, and those that other threads get to. Each access then marks the bytes, from
 * its cell of points on, that it may touch, so that members of a union meet whatever their sizes. Bytes that only main's thread
 * touches, or that nobody writes, cannot matter to a schedule. Accesses of whole objects (memcpy, library functions) mark the
 * class.
 *
 * misses  elements of an array, which are one cell, that share bytes with members of a struct behind the first (a union of the
 * two): others are not let run in front of them, so schedules may be missed */
#include <string.h>

#include "prove/execute/library.h"
#include "prove/search/sequential.h"

enum { BY_MAIN = 1, BY_OTHERS = 2, WRITTEN = 4, MOST_CELLS = 16 };

struct seq_visible {
	struct map cell;   /* (class, offset): marks */
	uint8_t *class;    /* marks of the whole class */
	uint8_t *fn;       /* by function: BY_MAIN, BY_OTHERS */
};

/* ---- who runs what ---- */

struct reach {
	struct arena arena;
	const struct points *points;
	uint8_t *mark;
	VEC(uint32_t) todo;
};

static void reach(struct reach *r, struct sym_id sym, uint8_t mark)
{
	struct fn_id fn = program_sym(r->points->p, sym_behind_alias(r->points->p, sym))->fn;

	if (!fn.i || (r->mark[fn.i] & mark) == mark)
		return;
	r->mark[fn.i] |= mark;
	*vec_add(&r->arena, &r->todo) = fn.i;
}

static void reach_targets(struct reach *r, const struct site *site, uint8_t mark)
{
	for (uint32_t i = 0; i < site->ntargets; i++)
		reach(r, r->points->target.at[site->target + i], mark);
}

static void find_runners(const struct points *points, uint8_t *mark)
{
	struct reach r = { .points = points, .mark = mark };
	const struct program *p = points->p;

	arena_init(&r.arena, "prove reach");
	for (uint32_t i = 1; i < p->sym.n; i++)
		if (p->sym.at[i].fn.i && (!points->main || !strcmp(program_str(p, p->sym.at[i].name), points->main)))
			reach(&r, (struct sym_id){ i }, points->main ? BY_MAIN : BY_OTHERS);
	for (uint32_t i = 0; i < points->field_root.n; i++)
		reach(&r, points->field_root.at[i].sym, BY_OTHERS);
	while (r.todo.n) {
		uint32_t fn = r.todo.at[--r.todo.n];
		for (uint32_t i = points->first_site[fn]; i < points->first_site[fn + 1]; i++) {
			const struct site *site = &points->site.at[i];
			bool here = site->kind == SITE_CALL || site_runs_inside(site->kind);
			reach_targets(&r, site, here ? r.mark[fn] : BY_OTHERS);
		}
	}
	arena_release(&r.arena);
}

/* ---- what they touch ---- */

/* The addresses that an instruction uses, at most two; writes tells which. */
static uint32_t addresses(const struct body *b, const struct inst *in, struct ref at[2], bool write[2])
{
	at[0] = body_arg(b, in, 0);
	write[0] = in->op != OP_load;
	at[1] = body_arg(b, in, 1);
	write[1] = false;
	switch (in->op) {
	case OP_load:
	case OP_store:
	case OP_rmw:
	case OP_cmpxchg:
	case OP_memset:
		return 1;
	case OP_memcpy:
		return 2;
	default:
		return 0;
	}
}

/* A variable whose address is nowhere a value has no class in points: it stands for itself. Behind every class. */
static struct cell cell_of_variable(const struct points *points, const struct body *b, struct ref at)
{
	const struct inst *in;
	const struct konst *k;

	for (uint32_t depth = 0; depth < b->inst.n + 2; depth++) {
		switch (ref_kind(at)) {
		case REF_SYM:
			return (struct cell){ points->nclasses + 1 + ref_index(at), 0 };
		case REF_KONST:
			k = program_konst(points->p, (struct konst_id){ ref_index(at) });
			return (struct cell){ k->kind == KONST_ADDR ? points->nclasses + 1 + k->sym.i : 0, 0 };
		case REF_VALUE:
			if (body_inst(b, ref_index(at)) == UINT32_MAX)
				return (struct cell){ 0 };
			in = &b->inst.at[body_inst(b, ref_index(at))];
			if (in->op != OP_field && in->op != OP_index && in->op != OP_copy && in->op != OP_cast)
				return (struct cell){ 0 };
			at = body_arg(b, in, 0);
			break;
		default:
			return (struct cell){ 0 };
		}
	}
	return (struct cell){ 0 };
}

/* Where an address may lead: so many cells, or more than MOST_CELLS; 0: nothing is known. */
static uint32_t cells_of(const struct points *points, const struct body *b, struct ref at, struct cell *cell)
{
	uint32_t n = points_cells(points, b->fn, at, cell, MOST_CELLS);

	if (!n) {
		cell[0] = cell_of_variable(points, b, at);
		n = cell[0].class > 0;
	}
	return n;
}

static bool is_wide(const struct program *p, const struct inst *in)
{
	const struct type *t;

	if (in->op == OP_memcpy || in->op == OP_memset || in->op == OP_call)
		return true;
	t = in->type.i ? program_type(p, type_strip(p, in->type)) : NULL;
	return t && (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION || t->kind == TYPE_ARRAY);
}

enum { MOST_WIDTH = 16 };

/* Bytes of an access that is not wide. */
static uint32_t width(const struct program *p, const struct inst *in)
{
	uint64_t bytes = in->type.i ? program_type(p, type_strip(p, in->type))->size / 8 : 0;

	return !bytes ? 1 : bytes < MOST_WIDTH ? (uint32_t)bytes : MOST_WIDTH;
}

/* `bytes`: 0 the whole class. */
static void touch(struct arena *a, struct seq_visible *v, struct cell c, uint32_t bytes, uint8_t mark)
{
	if (!c.class)
		return;
	if (!bytes)
		v->class[c.class] |= mark;
	for (uint32_t i = 0; i < bytes; i++)
		*map_at(a, &v->cell, map_pair(c.class, (uint32_t)c.offset + i)) |= mark;
}

static void touch_ref(struct arena *a, struct seq_visible *v, const struct points *points, const struct body *b, struct ref at,
		      uint32_t bytes, uint8_t mark)
{
	struct cell cell[MOST_CELLS];
	uint32_t n = cells_of(points, b, at, cell);

	for (uint32_t k = 0; k < n && k < MOST_CELLS; k++)
		touch(a, v, cell[k], bytes, mark);
}

static void touch_body(struct arena *a, struct seq_visible *v, const struct points *points, const struct body *b)
{
	uint8_t mark = v->fn[b->fn.i];
	struct ref at[2];
	bool write[2];

	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		uint32_t n = addresses(b, in, at, write);
		for (uint32_t k = 0; k < n; k++)
			touch_ref(a, v, points, b, at[k], is_wide(points->p, in) ? 0 : width(points->p, in),
				  mark | (write[k] ? WRITTEN : 0));
		for (uint32_t k = 1; in->op == OP_call && k < in->nargs; k++) { /* whatever is handed to a function outside */
			struct sym_id callee = body_callee(points->p, b, in);
			if (callee.i && !program_sym(points->p, callee)->fn.i)
				touch_ref(a, v, points, b, body_arg(b, in, k), 0, mark | WRITTEN);
		}
	}
}

struct seq_visible *seq_find_visible(struct arena *a, const struct points *points)
{
	struct seq_visible *v = arena_new(a, struct seq_visible);
	struct arena scratch;
	struct body body = { 0 };

	v->class = arena_array(a, (size_t)points->nclasses + 1 + points->p->sym.n, sizeof *v->class);
	v->fn = arena_array(a, points->p->fn.n, sizeof *v->fn);
	find_runners(points, v->fn);
	arena_init(&scratch, "prove visible");
	for (uint32_t i = 1; i < points->p->fn.n; i++) {
		if (!v->fn[i])
			continue;
		body_get(&scratch, points->p, (struct fn_id){ i }, &body);
		touch_body(a, v, points, &body);
	}
	arena_release(&scratch);
	return v;
}

static bool matters(const struct seq_visible *v, struct cell c, uint32_t bytes)
{
	for (uint32_t i = 0; i < bytes; i++) {
		uint32_t mark = v->class[c.class] | map_get(&v->cell, map_pair(c.class, (uint32_t)c.offset + i));
		if (mark & BY_OTHERS && mark & WRITTEN)
			return true;
	}
	return false;
}

/* An access of the whole class meets every cell of it: by the marks of the class alone it would miss those of single cells. */
bool seq_may_matter(const struct seq_visible *v, const struct points *points, const struct body *b, uint32_t i)
{
	const struct inst *in = &b->inst.at[i];
	struct cell cell[MOST_CELLS];
	struct ref at[2];
	bool write[2];
	uint32_t n = addresses(b, in, at, write);

	if (is_wide(points->p, in))
		return true; /* the executor looks at the object itself */
	for (uint32_t k = 0; k < n; k++) {
		uint32_t cells = cells_of(points, b, at[k], cell);
		if (!cells || cells > MOST_CELLS)
			return true;
		for (uint32_t j = 0; j < cells; j++)
			if (matters(v, cell[j], width(points->p, in)))
				return true;
	}
	return false;
}

/* ---- distances ---- */

static void near(struct reach *r, uint32_t *distance, struct fn_id fn, uint32_t d)
{
	if (fn.i && d < distance[fn.i]) {
		distance[fn.i] = d;
		*vec_add(&r->arena, &r->todo) = fn.i;
	}
}

/* Breadth first, backwards over calls: callers of function f are found by one pass that counts and one that fills. */
uint32_t *seq_distances(struct arena *a, const struct points *points, const struct goal *goal)
{
	uint32_t nfn = points->p->fn.n, *distance = arena_array(a, nfn, sizeof *distance), *first, *caller = NULL;
	struct reach r = { .points = points };

	memset(distance, 0xff, nfn * sizeof *distance);
	arena_init(&r.arena, "prove distance");
	first = arena_array(&r.arena, nfn + 2, sizeof *first);
	for (int pass = 0; pass < 2; pass++) {
		if (pass) {
			for (uint32_t i = 0; i <= nfn; i++)
				first[i + 1] += first[i];
			caller = arena_array(&r.arena, first[nfn + 1] + 1, sizeof *caller);
		}
		for (uint32_t i = points->site.n; i-- > 1;) {
			const struct site *s = &points->site.at[i];
			for (uint32_t j = 0; j < s->ntargets; j++) {
				struct fn_id to = program_sym(points->p, points->target.at[s->target + j])->fn;
				if (!pass)
					first[to.i + 1]++;
				else
					caller[--first[to.i + 1]] = s->caller.i;
			}
		}
	}
	for (uint32_t i = 0; i < goal->npairs; i++) {
		near(&r, distance, goal->pair[i].a.fn, 0);
		near(&r, distance, goal->pair[i].b.fn, 0);
	}
	for (uint32_t i = 0; i < goal->nplaces; i++)
		near(&r, distance, goal->place[i].fn, 0);
	for (uint32_t k = 0; k < r.todo.n; k++) {
		uint32_t fn = r.todo.at[k];
		for (uint32_t j = first[fn + 1]; j < first[fn + 2]; j++)
			near(&r, distance, (struct fn_id){ caller[j] }, distance[fn] + 1);
	}
	arena_release(&r.arena);
	return distance;
}

/* What slices need of each other, by a worklist: a load makes the stores to its cell matter, whoever does them; a wanted
 * parameter the arguments of all callers; a wanted result the returns of all callees. Each function is marked again only when
 * something new is needed of it. */
#include "contexts/slice/slice.h"

#include "base/diag.h"
#include "base/store/groups.h"

struct storer {
	uint32_t fn, next; /* next: place in storer, 0: the end */
};

struct demand {
	struct slices *s;
	struct arena scratch;
	VEC(uint32_t) work;
	bool *queued;
	VEC(struct storer) storer;
	struct map by_cell;                     /* cell, or map_pair(class, UINT32_MAX) for copies: place in storer */
	uint32_t *first_caller, *caller;        /* of f: caller[first_caller[f]] .. */
};

void demand_fn(struct demand *d, uint32_t fn)
{
	if (!fn || d->queued[fn])
		return;
	d->queued[fn] = true;
	*vec_add(&d->scratch, &d->work) = fn;
}

static void demand_key(struct demand *d, uint64_t key)
{
	for (uint32_t i = map_get(&d->by_cell, key); i; i = d->storer.at[i].next)
		demand_fn(d, d->storer.at[i].fn);
}

void demand_cell(struct demand *d, struct cell c)
{
	demand_key(d, cell_key(c));
	demand_key(d, map_pair(c.class, UINT32_MAX));
}

/* ---- who stores where ---- */

static void add_storer(struct demand *d, uint64_t key, uint32_t fn)
{
	uint32_t *first = map_at(&d->scratch, &d->by_cell, key);

	if (*first && d->storer.at[*first].fn == fn)
		return;
	*vec_add(&d->scratch, &d->storer) = (struct storer){ fn, *first };
	*first = d->storer.n - 1;
}

static void index_atomic(struct demand *d, const struct body *b, uint32_t inst, const struct model_row *r)
{
	const struct points *points = d->s->points;
	const struct model_place *written[MODEL_WRITTEN];
	uint32_t n = model_written(r, written);
	struct cells cells;

	for (uint32_t i = 0; i < n; i++) {
		struct place at = event_place(points->p, points->models, b, inst, written[i]);
		bool range = at.offset || r->flags & MODEL_BIT;
		cells_of_place(&d->scratch, points, b->fn, &at, &cells);
		for (uint32_t k = 0; k < cells.n; k++)
			add_storer(d, range ? map_pair(cells.at[k].class, UINT32_MAX) : cell_key(cells.at[k]), b->fn.i);
	}
}

/* A join stores what the thread has returned; others fill a range. */
static void index_rows(struct demand *d, const struct body *b, uint32_t inst)
{
	const struct points *points = d->s->points;
	struct sym_id callee = body_callee(points->p, b, &b->inst.at[inst]);
	struct cells cells;

	for (const struct model_row *r = callee.i ? points->row[callee.i] : NULL; r; r = r->next) {
		struct place at = event_place(points->p, points->models, b, inst, event_is(r, EVENT_JOIN) ? &r->value : &r->on);
		index_atomic(d, b, inst, r);
		if (!event_is(r, EVENT_JOIN) && !row_is_fill(r))
			continue;
		cells_of_place(&d->scratch, points, b->fn, &at, &cells);
		for (uint32_t k = 0; k < cells.n; k++)
			add_storer(d, event_is(r, EVENT_JOIN) ? cell_key(cells.at[k]) : map_pair(cells.at[k].class, UINT32_MAX),
				   b->fn.i);
	}
}

static void index_body(struct demand *d, const struct body *b)
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		bool copy = in->op == OP_memcpy || in->op == OP_memset;
		struct cells cells;
		if (in->op == OP_call)
			index_rows(d, b, i);
		if (!copy && in->op != OP_store && in->op != OP_rmw && in->op != OP_cmpxchg)
			continue;
		cells_of(&d->scratch, d->s->points, b->fn, body_arg(b, in, 0), &cells);
		for (uint32_t k = 0; k < cells.n; k++)
			add_storer(d, copy ? map_pair(cells.at[k].class, UINT32_MAX) : cell_key(cells.at[k]), b->fn.i);
	}
}

static void index_callers(struct demand *d, const uint32_t *first, const uint32_t *callee)
{
	uint32_t nfns = d->s->points->p->fn.n;
	struct groups g;

	groups_begin(&g, nfns);
	for (uint32_t f = 0; f < nfns; f++)
		for (uint32_t i = first[f]; i < first[f + 1]; i++)
			groups_add(&g, callee[i], f);
	groups_end(&g, &d->scratch, &d->first_caller, &d->caller);
}

static void mark_again(struct demand *d, uint32_t fn, struct body *b)
{
	uint64_t before = d->s->fn[fn].wanted, numbers = d->s->fn[fn].numbers;
	struct arena scratch;

	arena_init(&scratch, "mark");
	body_get(&d->scratch, d->s->points->p, (struct fn_id){ fn }, b);
	slice_mark(d->s, &d->s->fn[fn], b, &scratch);
	arena_release(&scratch);
	if (d->s->fn[fn].wanted != before || d->s->fn[fn].numbers != numbers)
		for (uint32_t i = d->first_caller[fn]; i < d->first_caller[fn + 1]; i++)
			demand_fn(d, d->caller[i]);
}

void demand_find(struct slices *s, struct body *b, const uint32_t *first, const uint32_t *callee)
{
	struct demand d = { .s = s };
	uint32_t nfns = s->points->p->fn.n;

	arena_init(&d.scratch, "demand");
	d.queued = arena_array(&d.scratch, nfns, sizeof *d.queued);
	(void)vec_add(&d.scratch, &d.storer);
	index_callers(&d, first, callee);
	for (uint32_t f = 1; f < nfns; f++) {
		body_get(&d.scratch, s->points->p, (struct fn_id){ f }, b);
		index_body(&d, b);
	}
	s->demand = &d;
	for (uint32_t f = nfns; --f;)
		demand_fn(&d, f);
	while (d.work.n) {
		uint32_t fn = d.work.at[--d.work.n];
		d.queued[fn] = false;
		mark_again(&d, fn, b);
	}
	s->demand = NULL;
	arena_release(&d.scratch);
	*b = (struct body){ 0 };
}

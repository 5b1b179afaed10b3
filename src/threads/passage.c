/* Vectors through contexts. A context is walked block by block until nothing changes; calls count as what their contexts do as a
 * whole (their summary), which is not known at first: bottom, "never comes back". Summaries only grow, callers of one that has
 * grown are walked again, so it ends also where functions call each other. Only contexts in which something happens, or in a
 * callee of which it does, are walked. At the end the vectors at the places of each context are kept as rows. */
#include "threads/running.h"

struct threads_walk {
	struct running *r;
	uint32_t context;
	const struct shape *shape;
	uint32_t *in;	       /* by block */
	uint32_t edge, effect; /* next ones in this block */
	bool keep;	       /* rows */
};

/* ---- what calls do ---- */

static uint32_t summary_of(const struct running *r, uint32_t context)
{
	const struct passage *p = &r->now.passage[context];

	if (p->relevant)
		return p->summary;
	return context_of(r, context)->returns ? 0 : VECTOR_BOTTOM;
}

/* qsort runs its argument any number of times: none, or what was, and once more. */
static uint32_t any_times(struct running *r, uint32_t once)
{
	uint32_t v = 0, before;

	do {
		before = v;
		v = vector_meet(&r->vectors, v, vector_compose(&r->vectors, v, once));
	} while (v != before);
	return v;
}

uint32_t passage_callees(struct running *r, const struct edge *e, uint32_t n, uint32_t *entered)
{
	uint32_t calls = VECTOR_BOTTOM, inner = VECTOR_BOTTOM;
	bool called = false, once = true;

	*entered = 0;
	for (uint32_t k = 0; k < n; k++) {
		if (e[k].root || (e[k].kind != SITE_CALL && !site_runs_inside(e[k].kind)))
			continue;
		if (site_runs_inside(e[k].kind)) {
			const struct model_row *row = r->c->points->site.at[e[k].site].row;
			once &= row && event_is(row, EVENT_ONCE);
			inner = vector_meet(&r->vectors, inner, summary_of(r, e[k].to));
		} else {
			calls = vector_meet(&r->vectors, calls, summary_of(r, e[k].to));
			called = true;
		}
	}
	if (called)
		return calls;
	if (once)
		return vector_meet(&r->vectors, 0, inner); /* or not at all */
	*entered = any_times(r, inner);
	return *entered;
}

/* ---- one context ---- */

static void keep_row(struct threads_walk *w, uint32_t inst, uint32_t vector)
{
	struct tables *t = &w->r->now;
	struct passage *p = &t->passage[w->context];

	if (!w->keep)
		return;
	if (p->nrows && t->row.at[t->row.n - 1].inst == inst) {
		t->row.at[t->row.n - 1].vector = vector;
		return;
	}
	if (!p->nrows++)
		p->row = t->row.n;
	*vec_add(w->r->arena, &t->row) = (struct row){ inst, vector };
}

/* The second return of a setjmp, in front of everything behind the call, or on the way that is taken only then. */
static bool comes_again(const struct shape *s, uint32_t inst, uint32_t from, uint32_t to)
{
	for (uint32_t i = 0; i < s->ntwice; i++)
		if (s->twice[i].from == from && (from == UINT32_MAX ? s->twice[i].inst == inst : s->twice[i].to == to))
			return true;
	return false;
}

static uint32_t apply(struct threads_walk *w, const struct effect *e, uint32_t v)
{
	if (!e->slot)
		return VECTOR_BOTTOM;
	return vector_compose(&w->r->vectors, v, vector_one(&w->r->vectors, e->slot, e->value));
}

/* The next instruction of the block at which something happens; UINT32_MAX: none. */
static uint32_t next_stop(const struct threads_walk *w, uint32_t end)
{
	const struct running *r = w->r;
	const struct context *c = context_of(r, w->context);
	const struct passage *p = &r->now.passage[w->context];
	uint32_t stop = UINT32_MAX;

	if (w->edge < c->edge + c->nedges && r->c->edge.at[w->edge].inst < end)
		stop = r->c->edge.at[w->edge].inst;
	if (w->effect < p->effect + p->neffects) {
		const struct effect *e = &r->now.effect.at[w->effect];
		if (e->to == UINT32_MAX && e->at < end && e->at < stop)
			stop = e->at;
	}
	for (uint32_t i = 0; i < w->shape->ntwice; i++)
		if (w->shape->twice[i].inst < end && w->shape->twice[i].inst < stop)
			stop = w->shape->twice[i].inst;
	return stop;
}

/* Edges and effects are sorted by instruction; effects on ways between blocks are in between, by block number, and are passed
 * over. */
static void seek(struct threads_walk *w, uint32_t inst)
{
	const struct running *r = w->r;
	const struct context *c = context_of(r, w->context);
	const struct passage *p = &r->now.passage[w->context];

	while (w->edge < c->edge + c->nedges && r->c->edge.at[w->edge].inst < inst)
		w->edge++;
	while (w->effect < p->effect + p->neffects &&
	       (r->now.effect.at[w->effect].to != UINT32_MAX || r->now.effect.at[w->effect].at < inst))
		w->effect++;
}

static uint32_t pass_stop(struct threads_walk *w, uint32_t inst, uint32_t v)
{
	struct running *r = w->r;
	const struct context *c = context_of(r, w->context);
	const struct passage *p = &r->now.passage[w->context];
	uint32_t first = w->edge, entered;

	while (w->edge < c->edge + c->nedges && r->c->edge.at[w->edge].inst == inst)
		w->edge++;
	if (w->edge > first)
		v = vector_compose(&r->vectors, v, passage_callees(r, &r->c->edge.at[first], w->edge - first, &entered));
	for (; w->effect < p->effect + p->neffects; w->effect++) {
		const struct effect *e = &r->now.effect.at[w->effect];
		if (e->to != UINT32_MAX)
			continue;
		if (e->at != inst)
			break;
		v = apply(w, e, v);
	}
	if (comes_again(w->shape, inst, UINT32_MAX, UINT32_MAX) && v != VECTOR_BOTTOM)
		v = vector_compose(&r->vectors, v, r->now.again);
	return v;
}

static uint32_t first_edge(const struct running *r, const struct context *c, uint32_t inst)
{
	uint32_t lo = c->edge, hi = c->edge + c->nedges;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (r->c->edge.at[mid].inst < inst)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static uint32_t walk_block(struct threads_walk *w, uint32_t block)
{
	const struct block *b = &w->shape->block[block];
	const struct context *c = context_of(w->r, w->context);
	uint32_t v = w->in[block], end = b->inst + b->ninsts, stop;

	keep_row(w, b->inst, v);
	w->edge = first_edge(w->r, c, b->inst);
	w->effect = w->r->now.passage[w->context].effect;
	for (uint32_t from = b->inst; from < end; from = stop + 1) {
		uint32_t before = v;
		seek(w, from);
		stop = next_stop(w, end);
		if (stop == UINT32_MAX || stop < from)
			break;
		v = pass_stop(w, stop, v);
		if (v != before)
			keep_row(w, stop + 1, v);
	}
	return v;
}

/* Does a call made here touch the slot? Then it is not this function alone that decides about it. */
static bool callees_touch(struct threads_walk *w, uint32_t slot)
{
	const struct running *r = w->r;
	const struct context *c = context_of(r, w->context);
	uint32_t same = vector_value(&r->vectors, 0, slot);

	for (uint32_t i = c->edge; i < c->edge + c->nedges; i++) {
		uint32_t to = r->c->edge.at[i].to, s;
		if (r->c->edge.at[i].root || !r->now.passage[to].relevant)
			continue;
		s = r->now.passage[to].summary;
		if (s != VECTOR_BOTTOM && vector_value(&r->vectors, s, slot) != same)
			return true;
	}
	return false;
}

static uint32_t on_way(struct threads_walk *w, uint32_t from, uint32_t to, uint32_t v)
{
	const struct passage *p = &w->r->now.passage[w->context];

	if (comes_again(w->shape, 0, from, to) && v != VECTOR_BOTTOM)
		v = vector_compose(&w->r->vectors, v, w->r->now.again);
	for (uint32_t i = p->effect; i < p->effect + p->neffects; i++) {
		const struct effect *e = &w->r->now.effect.at[i];
		if (e->to != to || e->at != from)
			continue;
		if (e->value != SPAWN_FORGET)
			v = apply(w, e, v);
		else if (!callees_touch(w, e->slot))
			v = vector_without(&w->r->vectors, v, e->slot);
	}
	return v;
}

static bool walk_once(struct threads_walk *w, uint32_t *summary)
{
	const struct shape *s = w->shape;
	bool changed = false;

	*summary = VECTOR_BOTTOM;
	for (uint32_t i = 0; i < s->nreached; i++) {
		uint32_t b = s->order[i], v = walk_block(w, b);
		if (s->returns[b])
			*summary = vector_meet(&w->r->vectors, *summary, v);
		for (uint32_t k = s->first_next[b]; k < s->first_next[b + 1]; k++) {
			uint32_t to = s->next[k], met;
			if (!contexts_takes(w->r->c, w->context, b, k - s->first_next[b]))
				continue;
			met = vector_meet(&w->r->vectors, w->in[to], on_way(w, b, to, v));
			changed |= met != w->in[to];
			w->in[to] = met;
		}
	}
	return changed;
}

/* The summary; with `keep`, also the rows. */
static uint32_t walk_context(struct running *r, uint32_t context, bool keep)
{
	struct arena scratch;
	struct threads_walk w = { .r = r, .context = context, .shape = shape_get(r->shapes, context_of(r, context)->fn) };
	uint32_t summary;

	arena_init(&scratch, "threads scratch");
	w.in = arena_array(&scratch, w.shape->nblocks, sizeof *w.in);
	for (uint32_t b = 0; b < w.shape->nblocks; b++)
		w.in[b] = VECTOR_BOTTOM;
	w.in[0] = 0;
	while (walk_once(&w, &summary))
		continue;
	w.keep = keep;
	for (uint32_t b = 0; keep && b < w.shape->nblocks; b++) /* by number: rows are sorted by instruction */
		walk_block(&w, b);
	arena_release(&scratch);
	return summary;
}

/* ---- all contexts ---- */

static void find_relevant(struct running *r, uint32_t *list)
{
	uint32_t n = 0;

	for (uint32_t i = 1; i < r->c->context.n; i++)
		if (r->now.passage[i].neffects) {
			r->now.passage[i].relevant = true;
			list[n++] = i;
		}
	while (n) {
		uint32_t at = list[--n];
		for (uint32_t k = r->first_caller[at]; k < r->first_caller[at + 1]; k++) {
			uint32_t from = r->c->edge.at[r->caller[k]].context;
			if (!r->now.passage[from].relevant && bits_meet(&r->bits, r->threads_of[from], r->ordered)) {
				r->now.passage[from].relevant = true;
				list[n++] = from;
			}
		}
	}
}

/* A setjmp comes back again from whatever its function, which has not returned by then, has called: what nobody below such a
 * function does has not happened. One set for all of them. */
static void find_again(struct running *r, uint32_t *list)
{
	uint8_t *slots = arena_array(r->arena, r->vectors.kind.n, 1), *seen = arena_array(r->arena, r->c->context.n, 1);
	uint32_t n = 0;

	for (uint32_t i = 1; i < r->c->context.n; i++)
		if (r->now.passage[i].relevant && shape_get(r->shapes, context_of(r, i)->fn)->ntwice) {
			seen[i] = 1;
			list[n++] = i;
		}
	while (n) {
		uint32_t at = list[--n];
		const struct context *c = context_of(r, at);
		const struct passage *p = &r->now.passage[at];
		for (uint32_t i = p->effect; i < p->effect + p->neffects; i++)
			slots[r->now.effect.at[i].slot] = 1;
		for (uint32_t i = c->edge; i < c->edge + c->nedges; i++) {
			uint32_t to = r->c->edge.at[i].to;
			if (r->c->edge.at[i].root || seen[to] || !r->now.passage[to].relevant)
				continue;
			seen[to] = 1;
			list[n++] = to;
		}
	}
	r->now.again = vector_worst(&r->vectors, slots);
}

/* A ring: every context is in it at most once. */
struct ring {
	uint32_t *at, size, first, n;
};

static void queue(struct running *r, struct ring *ring, uint32_t context)
{
	struct passage *p = &r->now.passage[context];

	if (!p->relevant || p->queued)
		return;
	p->queued = true;
	ring->at[(ring->first + ring->n++) % ring->size] = context;
}

static void summarize(struct running *r, struct ring *ring)
{
	while (ring->n) {
		uint32_t at = ring->at[ring->first], summary;
		ring->first = (ring->first + 1) % ring->size;
		ring->n--;
		r->now.passage[at].queued = false;
		summary = walk_context(r, at, false);
		if (summary == r->now.passage[at].summary)
			continue;
		r->now.passage[at].summary = summary;
		for (uint32_t k = r->first_caller[at]; k < r->first_caller[at + 1]; k++)
			queue(r, ring, r->c->edge.at[r->caller[k]].context);
	}
}

void passages_run(struct running *r)
{
	uint32_t n = r->c->context.n;
	struct ring ring = { .at = arena_array(r->arena, n, sizeof *ring.at), .size = n };

	find_relevant(r, ring.at);
	find_again(r, ring.at);
	*vec_add(r->arena, &r->now.row) = (struct row){ 0, 0 };
	for (uint32_t i = n - 1; i; i--) { /* callees are younger than the contexts that led to them, mostly */
		r->now.passage[i].summary = VECTOR_BOTTOM;
		queue(r, &ring, i);
	}
	summarize(r, &ring);
	for (uint32_t i = 1; i < n; i++)
		if (r->now.passage[i].relevant)
			walk_context(r, i, true);
}

uint32_t passage_row(const struct tables *t, uint32_t context, uint32_t inst)
{
	const struct passage *p = &t->passage[context];
	uint32_t lo = p->row, hi = p->row + p->nrows;

	if (!p->nrows)
		return 0;
	while (hi - lo > 1) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (t->row.at[mid].inst <= inst)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

uint32_t passage_before(const struct tables *t, uint32_t context, uint32_t inst)
{
	return t->row.at[passage_row(t, context, inst)].vector;
}

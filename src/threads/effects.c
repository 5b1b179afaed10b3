/* What the calls of a context do to the slots: starts of threads and calls that do not come back here, the rest in unstarted.c,
 * joins.c, alive.c, gate.c, flag.c and barrier.c. */
#include "threads/running.h"

#include <stdlib.h>

void effect_add(struct running *r, struct effect e)
{
	*vec_add(r->arena, &r->now.effect) = e;
}

/* Contexts that only free classes run are not walked. */
static bool matters(const struct running *r, uint32_t context)
{
	return bits_meet(&r->bits, r->threads_of[context], r->ordered);
}

/* ---- starts and ends ---- */

/* What several contexts have in common counts in a slot of each as well. */
static void add_within(struct running *r, const struct effect *e)
{
	uint32_t within = map_get(&r->within_at, map_pair(r->way[e->context], e->at));

	if (within)
		effect_add(r, (struct effect){ e->context, e->at, e->to, within,
					       map_get(&r->items, within) ? SPAWN_START_ITEM : SPAWN_START });
}

static void add_starts(struct running *r)
{
	uint32_t context = 0, inst = 0;

	for (uint32_t i = 1; i < r->c->edge.n; i++) {
		const struct edge *e = &r->c->edge.at[i];
		struct effect start;
		uint32_t at;
		if (!edge_is_start(r, e) || r->class.at[r->thread_of_edge[i]].exits || !matters(r, e->context))
			continue;
		if (e->context == context && e->inst == inst)
			continue;
		context = e->context;
		inst = e->inst;
		at = map_get(&r->start_at, map_pair(context_of(r, context)->fn.i, inst));
		start = (struct effect){ context, inst, UINT32_MAX, r->start.at[at].slot,
					 r->start.at[at].item ? SPAWN_START_ITEM : SPAWN_START };
		effect_add(r, start);
		add_within(r, &start);
	}
}

static bool ends_here(const struct event *e)
{
	return event_has(e->row, TRAIT_ENDS) && event_is_sure(e->row);
}

static void find_ends(struct running *r)
{
	for (uint32_t i = 1; i < r->c->event.n; i++)
		if (ends_here(&r->c->event.at[i]))
			*vec_add(r->arena, &r->ends) = i;
}

static void add_ends(struct running *r)
{
	for (uint32_t i = 0; i < r->ends.n; i++) {
		const struct event *e = &r->c->event.at[r->ends.at[i]];
		if (matters(r, e->context))
			effect_add(r, (struct effect){ e->context, e->inst, UINT32_MAX, 0, 0 });
	}
}

/* ---- all of them ---- */

static int by_place(const void *a, const void *b)
{
	const struct effect *x = a, *y = b;

	if (x->context != y->context)
		return x->context < y->context ? -1 : 1;
	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	if (x->to != y->to)
		return x->to < y->to ? -1 : 1;
	if (x->slot != y->slot)
		return x->slot < y->slot ? -1 : 1;
	return (x->value > y->value) - (x->value < y->value);
}

void effects_sort(struct running *r)
{
	uint32_t kept = 0;

	r->now = (struct tables){ .effect = r->now.effect };
	r->now.passage = arena_array(r->arena, r->c->context.n, sizeof *r->now.passage);
	if (r->now.effect.n)
		qsort(r->now.effect.at, r->now.effect.n, sizeof *r->now.effect.at, by_place);
	for (uint32_t i = 0; i < r->now.effect.n; i++)
		if (!kept || by_place(&r->now.effect.at[kept - 1], &r->now.effect.at[i]))
			r->now.effect.at[kept++] = r->now.effect.at[i];
	r->now.effect.n = kept;
	for (uint32_t i = 0; i < kept; i++) {
		struct passage *p = &r->now.passage[r->now.effect.at[i].context];
		if (!p->neffects++)
			p->effect = i;
	}
}

void effects_early(struct running *r)
{
	add_starts(r);
	add_ends(r);
	effects_sort(r);
}

void effects_make(struct running *r)
{
	find_ends(r);
	arrays_make(r);
	add_starts(r);
	add_ends(r);
	unstarted_make(r);
	joins_make(r);
	lists_make(r);
	once_make(r);
	soles_make(r);
	gates_make(r);
	flags_make(r);
	barriers_make(r);
	selves_make(r);
	creations_make(r);
}

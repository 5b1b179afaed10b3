/* The tables that others read: sorted, with the ranges of each context. */
#include "contexts/walk/explore.h"
#include "code/loop.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/store/groups.h"

static int by_edge(const void *a, const void *b)
{
	const struct edge *x = a, *y = b;

	if (x->context != y->context)
		return x->context < y->context ? -1 : 1;
	if (x->inst != y->inst)
		return x->inst < y->inst ? -1 : 1;
	if (x->to != y->to)
		return x->to < y->to ? -1 : 1;
	if (x->site != y->site)
		return x->site < y->site ? -1 : 1;
	return x->root < y->root ? -1 : x->root > y->root;
}

static int by_event(const void *a, const void *b)
{
	const struct event *x = a, *y = b;

	if (x->context != y->context)
		return x->context < y->context ? -1 : 1;
	if (x->inst != y->inst)
		return x->inst < y->inst ? -1 : 1;
	if (x->row->table != y->row->table)
		return x->row->table < y->row->table ? -1 : 1;
	return x->row->line < y->row->line ? -1 : x->row->line > y->row->line;
}

static int by_place(const void *a, const void *b)
{
	const struct change *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

static void sort_edges(struct contexts *c)
{
	struct edge *first = arena_array(c->arena, c->root.n, sizeof *first);

	for (uint32_t i = 1; i < c->root.n; i++)
		first[i] = c->edge.at[c->root.at[i].edge];
	qsort(c->edge.at + 1, c->edge.n - 1, sizeof *c->edge.at, by_edge);
	for (uint32_t i = 1; i < c->edge.n; i++) {
		struct context *from = &c->context.at[c->edge.at[i].context];
		if (!from->nedges++)
			from->edge = i;
	}
	for (uint32_t i = 1; i < c->root.n; i++) {
		const struct edge *found;
		if (!c->root.at[i].edge)
			continue;
		found = bsearch(&first[i], c->edge.at + 1, c->edge.n - 1, sizeof *found, by_edge);
		c->root.at[i].edge = (uint32_t)(found - c->edge.at);
	}
}

static void sort_events(struct contexts *c)
{
	qsort(c->event.at + 1, c->event.n - 1, sizeof *c->event.at, by_event);
	for (uint32_t i = 1; i < c->event.n; i++) {
		struct context *from = &c->context.at[c->event.at[i].context];
		if (!from->nevents++)
			from->event = i;
	}
}

static void add_changes(struct explorer *e, uint32_t context)
{
	struct contexts *c = e->out;
	struct context *at = &c->context.at[context];
	const struct slice *slice = &e->s->fn[at->fn.i];
	const struct contexts_anchor *a = e->anchor.at + e->place.at[context];

	at->change = c->change.n;
	for (uint32_t i = 0; i < slice->block.n + slice->call.n; i++) {
		uint32_t where =
			i < slice->block.n ? 2 * slice->block.at[i].first_inst : 2 * slice->call.at[i - slice->block.n].inst + 1;
		if (a[i].seen)
			*vec_add(c->arena, &c->change) = (struct change){ where, a[i].held, a[i].may };
	}
	at->nchanges = c->change.n - at->change;
	if (at->nchanges > 1)
		qsort(c->change.at + at->change, at->nchanges, sizeof *c->change.at, by_place);
}

static void index_functions(struct contexts *c)
{
	struct groups by_fn, into;

	groups_begin(&by_fn, c->points->p->fn.n);
	for (uint32_t i = 1; i < c->context.n; i++)
		groups_add(&by_fn, c->context.at[i].fn.i, i);
	groups_end(&by_fn, c->arena, &c->first_by_fn, &c->by_fn);
	groups_begin(&into, c->context.n);
	for (uint32_t i = 1; i < c->edge.n; i++)
		groups_add(&into, c->edge.at[i].to, i);
	groups_end(&into, c->arena, &c->first_into, &c->into);
}

/* ---- at most once ---- */


/* Which contexts run at most once, and the code of the one that is looked at. */
struct once {
	struct contexts *c;
	uint32_t of; /* the context whose code is here */
	struct body body;
	struct arena code;
};

/* Whoever executes one of the calls does not get to the other one. */
static bool calls_exclude(struct once *o, const struct edge *a, const struct edge *b)
{
	uint32_t x, y;

	if (o->of != a->context) {
		arena_release(&o->code);
		arena_init(&o->code, "contexts.once");
		o->body = (struct body){ 0 };
		body_get(&o->code, o->c->points->p, o->c->context.at[a->context].fn, &o->body);
		o->of = a->context;
	}
	x = block_of_inst(&o->body, a->inst);
	y = block_of_inst(&o->body, b->inst);
	return x != y && !block_leads_to(&o->body, x, y, UINT32_MAX) && !block_leads_to(&o->body, y, x, UINT32_MAX);
}

static bool is_single_call(const struct contexts *c, const struct edge *e)
{
	const struct model_row *row = c->points->site.at[e->site].row;

	return !e->loop && (!row || event_is(row, EVENT_ONCE) || event_is(row, EVENT_SPAWN));
}

/* Does the context, which runs once, execute at most one of all edges that lead to another one, and that once? */
static bool leads_there_once(struct once *o, uint32_t at, uint32_t to)
{
	const struct contexts *c = o->c;
	const uint32_t *in = c->into + c->first_into[to];
	uint32_t n = c->first_into[to + 1] - c->first_into[to];

	if (!to || !n || limit_over(LIMIT_contexts_calls, n))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		const struct edge *e = &c->edge.at[in[i]];
		if (e->context != at || !is_single_call(c, e))
			return false;
		for (uint32_t k = 0; k < i; k++)
			if (!calls_exclude(o, &c->edge.at[in[k]], e))
				return false;
	}
	return true;
}

/* At most once: main, what is declared so, and what is called from one place, or from several of which only one is executed,
 * not in a loop, of something that runs at most once. */
static void find_once(struct explorer *e)
{
	struct contexts *c = e->out;
	struct once o = { .c = c };
	uint32_t *work = arena_array(e->scratch, c->context.n + 1, sizeof *work), n = 0;

	arena_init(&o.code, "contexts.once");
	for (uint32_t i = 1; i < c->root.n; i++)
		if ((c->root.at[i].kind == ROOT_MAIN || c->root.at[i].kind == ROOT_ENTERED) && c->root.at[i].context &&
		    c->first_into[c->root.at[i].context] == c->first_into[c->root.at[i].context + 1])
			work[n++] = c->root.at[i].context;
	while (n) {
		uint32_t k = work[--n];
		const struct context *at = &c->context.at[k];
		c->context.at[k].once = true;
		for (uint32_t i = at->edge; i < at->edge + at->nedges; i++) {
			uint32_t to = c->edge.at[i].to;
			if (!c->context.at[to].once && leads_there_once(&o, k, to)) {
				c->context.at[to].once = true; /* in work once, too */
				work[n++] = to;
			}
		}
	}
	arena_release(&o.code);
}

void contexts_finish(struct explorer *e)
{
	sort_edges(e->out);
	sort_events(e->out);
	for (uint32_t i = 1; i < e->out->context.n; i++)
		add_changes(e, i);
	index_functions(e->out);
	find_once(e);
}

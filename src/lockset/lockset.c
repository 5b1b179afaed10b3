#include "lockset/walk/engine.h"

#include <stdlib.h>
#include <string.h>

#include "base/recogniser.h"
#include "base/stat.h"

const struct held *lockset_get(const struct lockset *l, uint32_t set, uint32_t *n)
{
	return held_get(&l->sets, set, n);
}

struct held_in {
	const struct lockset *l;
	struct fn_id fn;
};

static const char *name_of_held(void *with, struct arena *a, const struct held *h)
{
	const struct held_in *x = with;

	return name_text(a, &x->l->names, x->fn, h->term);
}

const char *lockset_text(struct arena *a, const struct lockset *l, struct fn_id fn, uint32_t set)
{
	uint32_t n;
	const struct held *h = lockset_get(l, set, &n);

	return held_text(a, h, n, &(struct held_names){ name_of_held, &(struct held_in){ l, fn } });
}

const char *lockset_from(struct arena *a, const struct lockset *l, uint32_t holders)
{
	uint32_t n = holders ? intern_length(&l->holders, holders) / (uint32_t)sizeof n : 0, each;
	const char *text = "";

	for (uint32_t i = 0; i < n; i++) {
		memcpy(&each, intern_get(&l->holders, holders) + i * sizeof each, sizeof each);
		text = arena_format(a, "%s%s%s", text, i ? " of " : " by ", name_text(a, &l->names, (struct fn_id){ 0 }, each));
	}
	return text;
}

bool lockset_only_reads(struct lockset *l, struct sym_id callee)
{
	return outlines_only_reads(&l->engine->o, callee, 0);
}

bool lockset_is_last(const struct lockset *l, const struct body *b, const struct inst *call)
{
	return call_is_last(&l->engine->o, b, call);
}

enum { LOST_GUESSES = 7 }; /* the acquisition of the first lock is not to be found: more than is believed */

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static void measure(struct lockset *l, struct lock_order *x)
{
	struct lock_taken taken = { 0 };
	uint32_t calls = 0, guesses = 0, conditions = 0, lasts = 0;
	bool known = lockset_order_taken(l, x, &taken);

	for (const struct lock_order *deep = x; deep->below; deep = chunks_at(&l->open, deep->below - 1)) {
		const struct lock_order *next = chunks_at(&l->open, deep->below - 1);
		guesses += lockset_guesses(l, deep->context, deep->node, l->context.at[next->context].fn);
		calls++;
		if (known && taken.context != next->context)
			lockset_way(l, next->context, next->node, &conditions, &lasts);
	}
	if (known) {
		calls += taken.calls;
		guesses += taken.guesses;
		lasts += taken.lasts;
		conditions += taken.conditions;
		x->ending = (uint16_t)least(lockset_lasts_above(l, taken.context, taken.node), 1000);
		x->lasts = (uint16_t)least(lasts, 1000);
		x->conditions = (uint16_t)least(conditions, 1000);
	} else {
		bool round = x->flags & ORDER_LOOP && (x->held == x->wanted || name_may_alias(&l->names, x->held, x->wanted));
		guesses += round ? 0 : LOST_GUESSES; /* what an earlier round has taken has lost its name */
	}
	x->calls = (uint16_t)calls;
	x->guesses = (uint16_t)least(guesses, 1000);
}

struct lockset *lockset_run(struct arena *a, const struct points *points, const struct lockset_options *options)
{
	struct lockset *l = arena_new(a, struct lockset);
	struct engine *e = arena_new(a, struct engine);

	*l = (struct lockset){ .arena = a, .points = points, .options = *options, .engine = e };
	names_init(&l->names, a, points);
	intern_init(&l->sets, a);
	intern_init(&l->holders, a);
	e->out = l;
	arena_init(&e->scratch, "lockset");
	intern_init(&e->entry, &e->scratch);
	intern_init(&e->facts, &e->scratch);
	e->entries = arena_array(&e->scratch, points->p->fn.n, sizeof *e->entries);
	e->running = arena_array(&e->scratch, points->p->fn.n, sizeof *e->running);
	*vec_add(a, &l->root) = (struct lockset_root){ 0 };
	*vec_add(a, &l->context) = (struct lockset_context){ 0 };
	*vec_add(a, &l->order) = (struct lock_order){ 0 };
	outlines_make(&e->o, a, points, &l->names,
		      &(struct outlines_wish){ options->follow_dying || !recogniser_is_on(RECOGNISER_lockset_dying),
					       options->all_targets });
	kinds_find(e);
	roots_find(e);
	engine_run(e);
	roots_spread(e);
	semaphores_classify(e);
	keys_find(e);
	kept_find(e);
	for (uint32_t i = 1; i < l->order.n; i++)
		measure(l, &l->order.at[i]);
	errors_tell(e);
	interrupts_tell(e);
	stat_add(STAT_lockset_contexts, l->context.n - 1);
	stat_add(STAT_lockset_states, l->node.n);
	stat_add(STAT_lock_orders, l->order.n - 1);
	return l;
}

void lockset_drop(struct lockset *l)
{
	arena_release(&l->engine->scratch);
}

void lockset_check(const struct lockset *l)
{
	for (uint32_t i = 1; i < l->context.n; i++) {
		const struct lockset_context *c = &l->context.at[i];
		CHECK(c->node + c->nnodes <= l->node.n && c->exit + c->nexits <= l->exit.n, "rows of context %u", i);
		CHECK(c->order + c->norders <= l->open.n, "orders of context %u", i);
		CHECK(!c->from || l->context.at[c->from].depth < c->depth, "context %u is not deeper than its caller", i);
		for (uint32_t k = 0; k < c->nnodes; k++)
			CHECK(chunks_at(&l->node, c->node + k)->before <= k, "node %u of context %u comes before its cause", k,
			      i);
	}
	for (uint32_t set = 1; set < l->sets.entry.n; set++) {
		uint32_t n;
		const struct held *h = lockset_get(l, set, &n);
		for (uint32_t i = 1; i < n; i++)
			CHECK(h[i - 1].term < h[i].term, "lock set %u is not sorted", set);
	}
	for (uint32_t i = 1; i < l->order.n; i++)
		CHECK(name_is_ground(&l->names, l->order.at[i].held) && name_is_ground(&l->names, l->order.at[i].wanted),
		      "order %u is not ground", i);
}

#include "lockset/walk/engine.h"

#include <string.h>

#include "base/stat.h"
#include "base/store/groups.h"

struct lockset_frame *engine_top(struct engine *e)
{
	return &e->frame.at[e->frame.n - 1];
}

const struct outline *engine_outline(const struct engine *e)
{
	return &e->o.of[e->out->context.at[e->frame.at[e->frame.n - 1].context].fn.i];
}

uint32_t engine_enter(struct engine *e, struct fn_id fn, uint32_t lockset, uint32_t facts)
{
	uint32_t key[3] = { fn.i, lockset, facts }, id = intern_bytes(&e->entry, key, sizeof key);

	if (id >= e->out->context.n) {
		*vec_add(e->out->arena, &e->out->context) =
			(struct lockset_context){ .fn = fn, .lockset = lockset, .facts = facts, .depth = UINT32_MAX };
		e->entries[fn.i]++;
	}
	return id;
}

bool engine_is_done(const struct engine *e, uint32_t context)
{
	return e->out->context.at[context].nnodes > 0;
}

/* Adds the state to those of the point, unless it is there. */
void engine_reach(struct engine *e, uint32_t point, const struct now *now, const struct lockset_node *from)
{
	struct lockset_frame *f = engine_top(e);
	const struct outline *o = engine_outline(e);
	const struct outline_block *block = outline_block(&e->o, o, outline_block_of(&e->o, o, point));
	struct lockset_node node = *from;
	uint32_t states = 0, *head = &e->head.at[f->heads + point];

	node.point = point;
	node.lockset = now_lockset(e, now);
	node.facts = now_facts(e, now, block->live);
	for (uint32_t i = *head; i; i = e->work.at[i - 1].next, states++) {
		struct work_node *w = &e->work.at[i - 1];
		if (w->node.lockset == node.lockset && w->node.facts == node.facts) {
			w->count++;
			return;
		}
	}
	if (limit_full(LIMIT_lockset_states, states) || limit_full(LIMIT_lockset_nodes, e->work.n - f->first)) {
		f->full = true;
		return;
	}
	*vec_add(&e->scratch, &e->work) = (struct work_node){ .node = node, .next = *head, .count = 1 };
	e->head.at[f->heads + point] = e->work.n;
}

void engine_push(struct engine *e, uint32_t context)
{
	struct lockset_frame f = {
		.context = context, .first = e->work.n, .heads = e->head.n, .exit = e->frame_exit.n, .open = e->frame_open.n,
		.pending = e->pending.n
	};
	const struct lockset_context *c = &e->out->context.at[context];
	const struct outline *o = &e->o.of[c->fn.i];
	struct lockset_node entry = { 0 };
	struct now now;

	for (uint32_t i = 0; i < o->npoints; i++)
		*vec_add(&e->scratch, &e->head) = 0;
	*vec_add(&e->scratch, &e->frame) = f;
	e->running[c->fn.i]++;
	now_load(e, &now, c->lockset, c->facts);
	engine_reach(e, e->o.block.at[o->block].point, &now, &entry);
}

static bool exit_holds(struct engine *e, const struct lockset_exit *x, uint32_t name)
{
	struct now now;

	now_load(e, &now, x->lockset, 0);
	return now_find(&now, name) != NULL;
}

/* Entered like this, the function never comes back without the lock: it was told to keep it. */
static bool is_kept(struct engine *e, const struct lockset_frame *f, uint32_t name)
{
	for (uint32_t i = f->exit; i < e->frame_exit.n; i++)
		if (!exit_holds(e, &e->frame_exit.at[i], name))
			return false;
	return true;
}

/* Whether the value returned says that the lock is held: all exits with this value hold it, and one with another does not. An
 * error number does not say so. */
static bool is_told(struct engine *e, const struct lockset_frame *f, const struct lockset_exit *x, uint32_t name)
{
	bool other = false;
	struct fact value;

	if (!x->fact && !x->outs)
		return false;
	if (x->fact)
		memcpy(&value, intern_get(&e->facts, x->fact), sizeof value);
	if (x->fact && !x->outs && value.high < 0)
		return false;
	for (uint32_t i = f->exit; i < e->frame_exit.n; i++) {
		const struct lockset_exit *y = &e->frame_exit.at[i];
		bool holds = exit_holds(e, y, name);
		if (y->fact == x->fact && y->outs == x->outs && !holds)
			return false;
		other |= (y->fact || y->outs) && !holds;
	}
	return other;
}

/* 6.5: a lock past its last release was propagated too far, unless it is what the function promises: `return u` of a lookup. */
static void settle_exits(struct engine *e, const struct lockset_frame *f)
{
	VEC(struct lockset_exit) kept = { 0 };

	for (uint32_t i = f->exit; i < e->frame_exit.n; i++) {
		struct lockset_exit x = e->frame_exit.at[i];
		struct now now;
		uint32_t k = 0;
		now_load(e, &now, x.lockset, 0);
		for (uint32_t h = 0; h < now.n;)
			if ((now.held[h].flags & HELD_LEFT) && !is_told(e, f, &x, now.held[h].term) &&
			    !is_kept(e, f, now.held[h].term))
				now_remove(&now, &now.held[h]);
			else
				h++;
		x.lockset = now_lockset(e, &now);
		while (k < kept.n && (kept.at[k].lockset != x.lockset || kept.at[k].fact != x.fact || kept.at[k].outs != x.outs))
			k++;
		if (k < kept.n)
			kept.at[k].count += x.count;
		else
			*vec_add(&e->scratch, &kept) = x;
	}
	for (uint32_t i = 0; i < kept.n; i++)
		e->frame_exit.at[f->exit + i] = kept.at[i];
	e->frame_exit.n = f->exit + kept.n;
}

/* Does the context come back otherwise than it did? */
static bool has_changed(const struct engine *e, const struct lockset_context *c, uint32_t first, uint32_t n)
{
	if (c->nexits != n)
		return true;
	for (uint32_t i = 0; i < n; i++) {
		const struct lockset_exit *x = &e->out->exit.at[c->exit + i], *y = &e->out->exit.at[first + i];
		if (x->lockset != y->lockset || x->fact != y->fact || x->outs != y->outs)
			return true;
	}
	return false;
}

void engine_publish(struct engine *e, const struct lockset_frame *frame)
{
	struct lockset_frame f = *frame;
	struct lockset *out = e->out;
	struct lockset_context *c = &out->context.at[f.context];
	uint32_t first = out->exit.n, n, all = e->frame_exit.n;

	for (uint32_t i = f.exit; i < all; i++) { /* what is settled on is a copy: more may come */
		struct lockset_exit x = e->frame_exit.at[i];
		*vec_add(&e->scratch, &e->frame_exit) = x;
	}
	f.exit = all;
	settle_exits(e, &f);
	n = e->frame_exit.n - all;
	for (uint32_t i = all; i < e->frame_exit.n; i++)
		*vec_add(out->arena, &out->exit) = e->frame_exit.at[i];
	e->frame_exit.n = all;
	if (has_changed(e, c, first, n)) {
		c->exit = first;
		c->nexits = n;
		if (recursion_hangs(e, f.context))
			recursion_changed(e, f.context);
	} else {
		out->exit.n = first;
	}
}

/* Keeps the nodes, exits and open orders of a frame that has been walked to the end, and drops it. */
static void pop(struct engine *e)
{
	struct lockset_frame f = *engine_top(e);
	struct lockset *out = e->out;
	struct lockset_context *c = &out->context.at[f.context];

	if (f.full)
		gap(locksets);
	c->node = out->node.n;
	c->nnodes = e->work.n - f.first;
	for (uint32_t i = f.first; i < e->work.n; i++)
		*chunks_add(out->arena, &out->node) = e->work.at[i].node;
	engine_publish(e, &f);
	c->order = out->open.n;
	c->norders = e->frame_open.n - f.open;
	for (uint32_t i = f.open; i < e->frame_open.n; i++)
		*chunks_add(out->arena, &out->open) = e->frame_open.at[i];
	e->running[c->fn.i]--;
	e->work.n = f.first;
	e->head.n = f.heads;
	e->frame_exit.n = f.exit;
	e->frame_open.n = f.open;
	e->frame.n--;
}

void engine_reopen(struct engine *e, uint32_t context)
{
	struct lockset_context c = e->out->context.at[context];
	const struct outline *o = &e->o.of[c.fn.i];
	struct lockset_frame f = { .context = context, .first = e->work.n, .done = c.nnodes, .heads = e->head.n,
				   .exit = e->frame_exit.n, .open = e->frame_open.n, .pending = e->pending.n, .reopened = true };

	for (uint32_t i = 0; i < o->npoints; i++)
		*vec_add(&e->scratch, &e->head) = 0;
	for (uint32_t i = 0; i < c.nnodes; i++) {
		struct lockset_node node = *chunks_at(&e->out->node, c.node + i);
		*vec_add(&e->scratch, &e->work) = (struct work_node){ node, e->head.at[f.heads + node.point], 1 };
		e->head.at[f.heads + node.point] = e->work.n;
	}
	for (uint32_t i = c.exit; i < c.exit + c.nexits; i++)
		*vec_add(&e->scratch, &e->frame_exit) = e->out->exit.at[i];
	for (uint32_t i = c.order; i < c.order + c.norders; i++)
		*vec_add(&e->scratch, &e->frame_open) = *chunks_at(&e->out->open, i);
	*vec_add(&e->scratch, &e->frame) = f;
	e->running[c.fn.i]++;
}

/* The node that comes next in the top frame; UINT32_MAX: none. */
static uint32_t next_node(const struct engine *e, const struct lockset_frame *f)
{
	if (f->again)
		return f->first + f->again - 1;
	return f->first + f->done < e->work.n ? f->first + f->done : UINT32_MAX;
}

/* Walks until the stack is empty. */
static void walk(struct engine *e)
{
	while (e->frame.n) {
		struct lockset_frame *f = engine_top(e);
		const struct outline *o = engine_outline(e);
		const struct outline_block *block;
		uint32_t node = next_node(e, f), point;
		limit_in(e->out->context.at[f->context].fn.i);
		if (node == UINT32_MAX) {
			if (!recursion_goes_on(e))
				pop(e);
			continue;
		}
		point = e->work.at[node].node.point;
		block = outline_block(&e->o, o, outline_block_of(&e->o, o, point));
		if (point - block->point < block->nevents) {
			struct outline_event event = e->o.event.at[block->event + point - block->point];
			if (!step_event(e, node, &event))
				continue;
		} else {
			step_end(e, node, block);
		}
		f = engine_top(e);
		if (f->again)
			f->again = 0;
		else
			f->done++;
	}
}

static struct call_index sort_edges(struct engine *e, bool by_callee)
{
	struct call_index x;
	struct groups g;

	groups_begin(&g, e->out->context.n);
	for (uint32_t i = 0; i < e->edge.n; i++)
		groups_add(&g, by_callee ? e->edge.at[i].to : e->edge.at[i].from, by_callee ? e->edge.at[i].from : e->edge.at[i].to);
	groups_end(&g, &e->scratch, &x.first, &x.other);
	return x;
}

void engine_run(struct engine *e)
{
	struct lockset *out = e->out;

	interrupts_begin(e);
	for (uint32_t i = 1; i < out->root.n; i++) {
		uint32_t context = engine_enter(e, out->root.at[i].fn, running_lockset(e, &out->root.at[i]), 0);
		out->root.at[i].context = context;
		e->root = i;
		if (!map_get(&out->root_of, context))
			map_put(out->arena, &out->root_of, context, i);
		out->context.at[context].depth = out->context.at[context].from = 0;
		if (!engine_is_done(e, context)) {
			engine_push(e, context);
			walk(e);
		}
		order_close(e, context);
	}
	e->down = sort_edges(e, false);
	e->up = sort_edges(e, true);
}

/* What stands around an access that is accused, for rank: which non-critical section it is in (racerx, section 8.4), and whether
 * downward-only propagation would find no lock there, too (8.2).
 *
 *     x = 1;                          section 1
 *     y = 2;                          section 1: two variables that belong together are seen half changed
 *     lock(l); n++; unlock(l);
 *     z = 3;                          section 2, unless some way leads around the lock */
#include <string.h>

#include "ir/cfg.h"
#include "race/build.h"

/* ---- non-critical sections ---- */

struct area {
	struct arena scratch;
	const struct body *b;
	struct cfg cfg;
	uint32_t *block, *label; /* by inst */
	VEC(uint32_t) todo;
	const struct contexts *c;
	uint32_t context;
};

static void reach(struct area *x, uint32_t inst, uint32_t label)
{
	if (x->label[inst] || contexts_held(x->c, x->context, inst))
		return;
	x->label[inst] = label;
	*vec_add(&x->scratch, &x->todo) = inst;
}

/* Both ways: what is behind a branch belongs to what is before it. */
static void flood(struct area *x, uint32_t label)
{
	while (x->todo.n) {
		uint32_t inst = x->todo.at[--x->todo.n], k = x->block[inst], n;
		const struct block *block = &x->b->block.at[k];
		const uint32_t *to = body_successors(x->b, k, &n);
		if (inst > block->inst)
			reach(x, inst - 1, label);
		for (uint32_t i = x->cfg.first_pred[k]; inst == block->inst && i < x->cfg.first_pred[k] + x->cfg.npreds[k]; i++) {
			const struct block *before = &x->b->block.at[x->cfg.pred[i]];
			reach(x, before->inst + before->ninsts - 1, label);
		}
		if (inst + 1 < block->inst + block->ninsts)
			reach(x, inst + 1, label);
		for (uint32_t i = 0; inst + 1 == block->inst + block->ninsts && i < n; i++)
			reach(x, x->b->block.at[to[i]].inst, label);
	}
}

/* By inst: the number of the section, from 1; 0: a lock is held. In the arena of races, made once for a context. */
static const uint32_t *areas_of(struct races *r, uint32_t context)
{
	const struct body *b = code_of(r, r->contexts->context.at[context].fn);
	struct area x = { .b = b, .c = r->contexts, .context = context };
	uint32_t *known = map_at(r->arena, &r->areas_at, context), sections = 0;

	if (*known)
		return r->areas.at[*known - 1];
	arena_init(&x.scratch, "around");
	x.label = arena_array(r->arena, (size_t)b->inst.n + 1, sizeof *x.label);
	x.block = arena_array(&x.scratch, (size_t)b->inst.n + 1, sizeof *x.block);
	for (uint32_t k = 0; k < b->block.n; k++)
		for (uint32_t i = b->block.at[k].inst; i < b->block.at[k].inst + b->block.at[k].ninsts; i++)
			x.block[i] = k;
	cfg_build(&x.scratch, b, &x.cfg);
	for (uint32_t i = 0; i < b->inst.n; i++)
		if (!x.label[i] && !contexts_held(x.c, context, i)) {
			reach(&x, i, ++sections);
			flood(&x, sections);
		}
	arena_release(&x.scratch);
	*vec_add(r->arena, &r->areas) = x.label;
	*known = r->areas.n;
	return x.label;
}

uint64_t around_section(struct races *r, uint32_t use, uint32_t leaf)
{
	uint32_t context = leaf_context(r, use, leaf), inst = leaf_get(r, use, leaf)->inst;
	struct fn_id fn = r->contexts->context.at[context].fn;

	return map_pair(fn.i, inst < code_of(r, fn)->inst.n ? areas_of(r, context)[inst] : 0);
}

/* ---- downward-only propagation ---- */

enum { HELD_MOST = 100, NOT_REACHED = UINT8_MAX };

static int change_of(const struct races *r, const struct body *b, const struct inst *in)
{
	struct sym_id callee = in->op == OP_call ? body_callee(r->p, b, in) : (struct sym_id){ 0 };

	for (const struct model_row *row = callee.i ? r->points->row[callee.i] : NULL; row; row = row->next) {
		if (event_is(row, EVENT_ACQUIRE) && !(row->flags & MODEL_TRY))
			return 1;
		if (event_is(row, EVENT_RELEASE))
			return -1;
	}
	return 0;
}

static uint8_t behind(uint8_t held, int change)
{
	return change > 0 ? (uint8_t)(held < HELD_MOST ? held + 1 : held) : change < 0 && held ? (uint8_t)(held - 1) : held;
}

/* By inst: the fewest locks that the function's own operations leave held before it, on any way; calls change nothing. NULL: it
 * takes none. */
static const uint8_t *own_locks(struct races *r, struct fn_id fn)
{
	const struct body *b = code_of(r, fn);
	uint32_t *known = map_at(r->arena, &r->own_at, fn.i);
	uint8_t *at;
	bool any = false, more = true;

	if (*known)
		return r->own.at[*known - 1];
	for (uint32_t i = 0; i < b->inst.n && !any; i++)
		any = change_of(r, b, &b->inst.at[i]) > 0;
	at = any ? arena_array(r->arena, (size_t)b->inst.n + 1, 1) : NULL;
	if (at) {
		memset(at, NOT_REACHED, b->inst.n);
		at[0] = 0;
	}
	while (at && more) { /* falls, and not below 0: comes to an end */
		more = false;
		for (uint32_t k = 0; k < b->block.n; k++) {
			const struct block *block = &b->block.at[k];
			uint32_t n, last = block->inst + block->ninsts - 1;
			const uint32_t *to = body_successors(b, k, &n);
			uint8_t out;
			if (at[block->inst] == NOT_REACHED)
				continue;
			for (uint32_t i = block->inst; i < last; i++)
				at[i + 1] = behind(at[i], change_of(r, b, &b->inst.at[i]));
			out = behind(at[last], change_of(r, b, &b->inst.at[last]));
			for (uint32_t i = 0; i < n; i++)
				if (out < at[b->block.at[to[i]].inst]) {
					at[b->block.at[to[i]].inst] = out;
					more = true;
				}
		}
	}
	*vec_add(r->arena, &r->own) = at;
	*map_at(r->arena, &r->own_at, fn.i) = r->own.n;
	return at;
}

static bool is_free_at(struct races *r, uint32_t context, uint32_t inst)
{
	const uint8_t *held = own_locks(r, r->contexts->context.at[context].fn);

	return !held || !held[inst] || held[inst] == NOT_REACHED;
}

/* Some call of the one in the other is made without a lock. */
static bool calls_free(struct races *r, uint32_t caller, uint32_t callee)
{
	const struct contexts *c = r->contexts;
	const struct context *x = &c->context.at[caller];
	bool any = false;

	for (uint32_t i = x->edge; i < x->edge + x->nedges; i++) {
		if (c->edge.at[i].to != callee || c->edge.at[i].root)
			continue;
		if (is_free_at(r, caller, c->edge.at[i].inst))
			return true;
		any = true;
	}
	return !any;
}

bool around_is_free(struct races *r, uint32_t use, uint32_t leaf)
{
	uint32_t context[CHAIN_MOST], n = name_way(r, use, leaf, context);

	if (!n || !is_free_at(r, leaf_context(r, use, leaf), leaf_get(r, use, leaf)->inst))
		return !n;
	for (uint32_t i = 1; i < n; i++)
		if (!calls_free(r, context[i], context[i - 1]))
			return false;
	return true;
}

/* Null that is handed to what goes through it: no such call is made.
 *
 *     struct key *make(struct pool *pool, struct region *region)
 *     {
 *             return region ? region_get(region) : pool_get(pool);      pool_get() reads pool->first at once
 *     }
 *
 * Who calls make(NULL, region) has a region: with null for both the program would end in pool_get(), before that locks anything.
 *
 * A function *goes through* a parameter if it reads or writes behind it, takes a lock there, or hands it to a function that does
 * so, before it does anything else that is in its outline, on every way: in its first block and those which must follow; the ways
 * of an assertion that give up are none. What is behind a branch, or behind the first thing that is done with locks, is not
 * looked at; nor are helpers that are unfolded. */
#include "lockset/outline/outline.h"

#include "code/address.h"
#include "base/recogniser.h"
#include "ir/cfg.h"

/* The parameter that an address is inside of, as a bit; 0: none. */
static uint64_t inside_of(const struct builder *t, struct ref r)
{
	uint32_t param = peel_param(t->b, r, PEEL_ADDRESS);

	return param && param <= OUTLINE_PARAMS ? 1ull << (param - 1) : 0;
}

static uint64_t through_inst(const struct builder *t, const struct inst *in)
{
	bool access = in->op == OP_load || in->op == OP_store || in->op == OP_rmw || in->op == OP_cmpxchg;

	return access ? inside_of(t, body_arg(t->b, in, 0)) : 0;
}

/* What all functions that a call may mean go through at once, in words of the caller. */
static uint64_t through_call(const struct builder *t, const struct outline_event *e)
{
	const struct inst *call = &t->b->inst.at[e->inst];
	uint64_t all = e->row || e->unfolded || e->ntargets != e->possible ? 0 : UINT64_MAX, mask = 0;

	for (uint32_t i = 0; all && i < e->ntargets; i++)
		all &= t->o->of[t->o->target.at[e->target + i].i].through;
	for (uint32_t k = 0; all && k < OUTLINE_PARAMS && k + 1 < call->nargs; k++)
		mask |= all >> k & 1 ? inside_of(t, body_arg(t->b, call, k + 1)) : 0;
	return mask;
}

/* A lock in what a parameter points to. */
static uint64_t through_lock(const struct builder *t, const struct outline_event *e)
{
	struct term x = term_get(&t->o->names->terms, term_thing(&t->o->names->terms, e->name));

	return x.kind == TERM_PARAM && x.b < OUTLINE_PARAMS ? 1ull << x.b : 0;
}

/* The block that must follow; UINT32_MAX: none. */
static uint32_t follower(const struct builder *t, uint32_t block)
{
	uint32_t n, alive = 0, one = UINT32_MAX;
	const uint32_t *next = body_successors(t->b, block, &n);

	for (uint32_t i = 0; i < n; i++)
		if (!t->dying[next[i]] && next[i] != one) {
			one = next[i];
			alive++;
		}
	return alive == 1 && t->cfg->position[one] > t->cfg->position[block] ? one : UINT32_MAX;
}

void null_find(struct builder *t)
{
	uint64_t mask = 0;
	uint32_t block = 0;

	while (block != UINT32_MAX && !t->dying[block]) {
		const struct outline_block *out = &t->o->block.at[t->out->block + block];
		const struct outline_event *e = NULL;
		for (uint32_t i = out->event; i < out->event + out->nevents && !e; i++)
			e = t->o->event.at[i].kind == OUTLINE_SET ? NULL : &t->o->event.at[i];
		for (uint32_t i = out->first; i <= out->inst && (!e || i < e->inst); i++)
			mask |= through_inst(t, &t->b->inst.at[i]);
		if (e) {
			mask |= e->kind == OUTLINE_CALL ? through_call(t, e) : 0;
			mask |= e->kind == OUTLINE_ACQUIRE && !(e->flags & HELD_CONTEXT) ? through_lock(t, e) : 0;
			break;
		}
		block = follower(t, block);
	}
	t->out->through = recogniser_is_on(RECOGNISER_lockset_null) ? mask : 0;
}

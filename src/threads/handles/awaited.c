/* A flag that the started thread sets, while who has started it waits for that (RELAY, Figure 10):
 *
 *     start:  if (state == MASTER) return;          thread:  state = MASTER;
 *             create(&t, thread);                            post(&s);
 *             wait(&s);                                      ..
 *
 * Only one thread, T, of which there is one, executes `start`. Behind a start that succeeded T waits for s before it tests the
 * flag again. Who has passed the wait is behind a post, and so behind the new thread's store: every post is the new thread's, and
 * a store of the flag comes before it. What follows, that its stores before the post are over behind the wait, is gate.c's
 * business. Test, start and wait must be in one function, store and post in another one. */
#include "threads/handles/sole.h"

#include "code/loop.h"
#include "threads/values/branch.h"

/* ---- the wait ---- */

static bool cut_wait(void *with, uint32_t from, uint32_t to)
{
	const struct sole *s = with;
	const struct tables *now = &s->r->now;

	for (uint32_t i = s->first_way; i < now->effect.n; i++)
		if (now->effect.at[i].at == from && now->effect.at[i].to == to)
			return true;
	return sole_fails(s, from, to);
}

/* Between a start and the next test, and before the function returns, T has waited. */
static bool waits_first(struct sole *s)
{
	const struct shape *shape = shape_get(s->r->shapes, s->start->fn);
	uint32_t stop = UINT32_MAX;
	const bool *reached;

	if (s->first_way == s->r->now.effect.n)
		return false;
	if (s->r->now.effect.at[s->first_way].to == UINT32_MAX) {
		stop = code_block(s->code, s->wait->inst);
		if (stop == s->block)
			return s->wait->inst > s->start->inst;
	}
	reached = blocks_reach(s->scratch, &s->code->body, s->block, stop, cut_wait, s);
	for (uint32_t b = 0; b < shape->nblocks; b++)
		if (reached[b] && (shape->returns[b] || b == s->block || b == code_block(s->code, s->load->inst)))
			return false;
	return true;
}

/* In every context of the function, the wait is for the same object. */
static bool same_object(const struct sole *s, uint32_t term)
{
	const struct running *r = s->r;
	uint32_t fn = s->start->fn.i;

	for (uint32_t k = r->c->first_by_fn[fn]; k < r->c->first_by_fn[fn + 1]; k++) {
		const struct context *c = context_of(r, r->c->by_fn[k]);
		bool found = false;
		for (uint32_t i = c->event; i < c->event + c->nevents; i++) {
			const struct event *e = &r->c->event.at[i];
			found |= e->inst == s->wait->inst && e->row == s->wait->row && set_one_object(r, e->on) == term;
		}
		if (!found)
			return false;
	}
	return true;
}

/* ---- the new thread ---- */

static bool stored_before(const struct sole *s, struct fn_id fn, uint32_t inst)
{
	const struct code *code = code_get(s->r->shapes, fn);
	uint32_t block = code_block(code, inst);

	for (uint32_t i = 0; i < s->flag->store.n; i++) {
		const struct variable_use *u = &s->flag->store.at[i];
		uint32_t at;
		if (u->fn.i != fn.i || u->offset != s->load->offset)
			continue;
		at = code_block(code, u->inst);
		if (at == block ? u->inst < inst
				: code->cfg.position[at] && code->cfg.position[block] && cfg_dominates(&code->cfg, at, block))
			return true;
	}
	return false;
}

/* Every post that may be meant is the new thread's, and behind its store. */
static bool posts_behind(const struct sole *s, const struct gate *g)
{
	struct running *r = s->r;
	bool any = false;

	for (uint32_t i = 1; i < r->c->event.n; i++) {
		const struct event *e = &r->c->event.at[i];
		uint32_t set = r->threads_of[e->context];
		if (!gate_is_post(e) || e->row->family != g->family || !may_be(r, e->on, g->term) || !set)
			continue;
		if (bits_minus(&r->bits, set, s->group) || !stored_before(s, context_of(r, e->context)->fn, e->inst))
			return false;
		any = true;
	}
	return any;
}

/* ---- both ---- */

bool sole_is_awaited(struct sole *s)
{
	struct running *r = s->r;
	const struct context *c = context_of(r, r->c->by_fn[r->c->first_by_fn[s->start->fn.i]]);

	for (uint32_t i = c->event; i < c->event + c->nevents; i++) {
		const struct event *e = &r->c->event.at[i];
		struct gate g = { .term = set_one_object(r, e->on), .family = e->row->family };
		bool found;
		if (!gate_is_wait(e) || !g.term || !gate_is_closed(r, &g, e))
			continue;
		s->wait = e;
		s->first_way = r->now.effect.n;
		effect_on_success(r, e, s->start->slot, 0); /* asked only for where that is: taken away again */
		found = waits_first(s);
		r->now.effect.n = s->first_way;
		if (found && same_object(s, g.term) && posts_behind(s, &g))
			return true;
	}
	return false;
}

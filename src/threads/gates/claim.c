/* Double-checked flags: many threads may set the flag, but only where they have found it unset, under one lock, in the same hold
 * of it.
 *
 *     if (!load ready (acquire)) { lock(&m); if (!ready) { a; store ready = 1 (release) } unlock(&m) }   b
 *
 * Let b be behind a look that found the flag set, or behind an own store to it: a store, s, was made under m. Let a be between a
 * look that found it unset and the next store, with m held all the time. Then a's hold of m is not behind that of s: nothing is
 * ever stored that would pass a's look. So a comes before s, and s before b, in whatever threads. The store that a's hold makes
 * is such a place, too: it is s, or before it; so whoever reads the flag at b needs no lock. Functions that are called from such
 * places only, and leave m alone, are such places as well. */
#include "threads/gates/flag.h"

#include "code/loop.h"

enum { MOST_BELOW = 512 }; /* the most that limits.def allows */

/* ---- the lock ---- */

static bool is_sure(const struct running *r, const struct held *h)
{
	return !held_is_shared(h) && term_is_one(r, h->term);
}

static const struct held *find_lock(const struct running *r, uint32_t held, const struct held *wanted)
{
	uint32_t n;
	const struct held *x = contexts_locks(r->c, held, &n);

	for (uint32_t i = 0; i < n; i++)
		if (is_sure(r, &x[i]) && (!wanted || held_is_same(&x[i], wanted)))
			return &x[i];
	return NULL;
}

/* Is it held at each of the stores? */
static bool held_by_all(const struct running *r, const struct flag *f, uint64_t stores, const struct held *lock)
{
	for (uint32_t i = 0; i < f->v->store.n; i++) {
		const struct variable_use *u = &f->v->store.at[i];
		for (uint32_t k = r->c->first_by_fn[u->fn.i]; stores >> i & 1 && k < r->c->first_by_fn[u->fn.i + 1]; k++)
			if (contexts_reaches(r->c, r->c->by_fn[k], u->inst) &&
			    !find_lock(r, contexts_held(r->c, r->c->by_fn[k], u->inst), lock))
				return false;
	}
	return true;
}

/* The first that is; the ones of the first store are tried. */
struct held claim_lock(const struct running *r, const struct flag *f, uint64_t stores)
{
	for (uint32_t i = 0; i < f->v->store.n; i++) {
		const struct variable_use *u = &f->v->store.at[i];
		const struct held *x;
		uint32_t n, k = r->c->first_by_fn[u->fn.i];
		while (k < r->c->first_by_fn[u->fn.i + 1] && !contexts_reaches(r->c, r->c->by_fn[k], u->inst))
			k++;
		if (!(stores >> i & 1) || k == r->c->first_by_fn[u->fn.i + 1])
			continue;
		x = contexts_locks(r->c, contexts_held(r->c, r->c->by_fn[k], u->inst), &n);
		for (k = 0; k < n; k++)
			if (is_sure(r, &x[k]) && held_by_all(r, f, stores, &x[k]))
				return x[k];
		break;
	}
	return (struct held){ 0 };
}

/* ---- places ---- */

struct claim {
	struct running *r;
	const struct flag *f;
	const struct opening *o;
	const struct code *code;
	uint32_t fn, from, to; /* the way on which the flag is not set */
	VEC(uint32_t) work;    /* contexts whose calls are to be looked at */
};

/* What an event does to the lock, the worst last. */
enum threads_touch { TOUCH_NOT, TOUCH_RELEASE, TOUCH_ACQUIRE };

static enum threads_touch touch_of(const struct claim *c, const struct event *e)
{
	enum event_kind kind = event_kind(e->row);

	if (kind == EVENT_WAIT && e->with && may_be(c->r, e->with, c->o->lock.term))
		return TOUCH_ACQUIRE;
	if ((kind != EVENT_ACQUIRE && kind != EVENT_RELEASE) || e->row->family != c->o->lock.family ||
	    !may_be(c->r, e->on, c->o->lock.term))
		return TOUCH_NOT;
	return kind == EVENT_ACQUIRE ? TOUCH_ACQUIRE : TOUCH_RELEASE;
}

static bool sets_flag(const struct claim *c, uint32_t fn)
{
	for (uint32_t i = 0; i < c->f->v->store.n; i++)
		if (c->f->v->store.at[i].fn.i == fn && flag_is_stored(c->r, c->f, &c->f->v->store.at[i]))
			return true;
	return false;
}

/* The worst that happens in all that is called from behind the way; setting the flag there is as bad as can be. */
static enum threads_touch touch_below(const struct claim *c, uint32_t context)
{
	const struct running *r = c->r;
	enum threads_touch worst = TOUCH_NOT;
	uint32_t list[MOST_BELOW], n = 1;
	struct arena scratch;
	struct map seen = { 0 };

	list[0] = context;
	arena_init(&scratch, "threads scratch");
	for (uint32_t done = 0; done < n && worst != TOUCH_ACQUIRE; done++) {
		const struct context *x = context_of(r, list[done]);
		for (uint32_t i = x->event; done && i < x->event + x->nevents; i++)
			worst = touch_of(c, &r->c->event.at[i]) > worst ? touch_of(c, &r->c->event.at[i]) : worst;
		for (uint32_t i = x->edge; i < x->edge + x->nedges; i++) {
			const struct edge *e = &r->c->edge.at[i];
			bool region = done || cfg_dominates(&c->code->cfg, c->to, code_block(c->code, e->inst));
			if (!region || !edge_is_call(r, e) || map_get(&seen, e->to))
				continue;
			map_put(&scratch, &seen, e->to, 1);
			if (e->to == context || sets_flag(c, context_of(r, e->to)->fn.i) || limit_full(LIMIT_threads_below, n))
				worst = TOUCH_ACQUIRE;
			else
				list[n++] = e->to;
		}
	}
	arena_release(&scratch);
	return worst;
}

/* In the blocks behind the way, nobody takes the lock again: where it is held, it was held since. */
static bool stays_held(const struct claim *c, uint32_t context)
{
	const struct context *x = context_of(c->r, context);

	for (uint32_t i = x->event; i < x->event + x->nevents; i++) {
		const struct event *e = &c->r->c->event.at[i];
		if (cfg_dominates(&c->code->cfg, c->to, code_block(c->code, e->inst)) && touch_of(c, e) == TOUCH_ACQUIRE)
			return false;
	}
	return true;
}

/* By instruction: a store to the flag may have been made since the look, before it. */
static void find_behind(const struct claim *c, struct arena *scratch, bool *behind)
{
	for (uint32_t i = 0; i < c->f->v->store.n; i++) {
		const struct variable_use *u = &c->f->v->store.at[i];
		uint32_t block;
		const bool *reached;
		if (u->fn.i != c->fn || !flag_is_stored(c->r, c->f, u))
			continue;
		block = code_block(c->code, u->inst);
		reached = blocks_reach(scratch, &c->code->body, block, c->from, NULL, NULL);
		for (uint32_t k = 0; k < c->code->body.inst.n; k++) {
			uint32_t at = code_block(c->code, k);
			behind[k] |= reached[at] || (at == block && k > u->inst);
		}
	}
}

static void add_claimed(struct claim *c, uint32_t context, const bool *inside)
{
	struct running *r = c->r;

	if (!r->claimed.n)
		(void)vec_add(r->arena, &r->claimed);
	map_put(r->arena, &r->claimed_at, context, r->claimed.n);
	*vec_add(r->arena, &r->claimed) = (struct claimed){ c->o->gate.passed, inside };
}

/* The places of one context of the function with the look. */
static void claim_context(struct claim *c, uint32_t context, uint32_t load)
{
	struct running *r = c->r;
	uint32_t n = c->code->body.inst.n;
	bool *inside = arena_array(r->arena, n, sizeof *inside), *behind;
	struct arena scratch;

	enum threads_touch below;

	if (map_get(&r->claimed_at, context) || !find_lock(r, contexts_held(r->c, context, load), &c->o->lock) ||
	    !stays_held(c, context))
		return;
	below = touch_below(c, context);
	if (below == TOUCH_ACQUIRE)
		return;
	arena_init(&scratch, "threads scratch");
	behind = arena_array(&scratch, n, sizeof *behind);
	find_behind(c, &scratch, behind);
	for (uint32_t k = 0; k < n; k++) {
		uint32_t block = code_block(c->code, k);
		inside[k] = !behind[k] && c->code->cfg.position[block] && cfg_dominates(&c->code->cfg, c->to, block) &&
			    find_lock(r, contexts_held(r->c, context, k), &c->o->lock);
	}
	arena_release(&scratch);
	add_claimed(c, context, inside);
	if (below == TOUCH_NOT)
		*vec_add(r->arena, &c->work) = context;
}

/* ---- what is called from there ---- */

static bool is_claimed(const struct claim *c, uint32_t context, uint32_t inst)
{
	uint32_t at = map_get(&c->r->claimed_at, context);
	const struct claimed *x = at ? &c->r->claimed.at[at] : NULL;

	return x && x->passed == c->o->gate.passed && (!x->inside || x->inside[inst]);
}

static bool called_from_claimed(const struct claim *c, uint32_t context)
{
	const struct running *r = c->r;

	for (uint32_t i = r->first_caller[context]; i < r->first_caller[context + 1]; i++) {
		const struct edge *e = &r->c->edge.at[r->caller[i]];
		if (e->kind != SITE_CALL || !is_claimed(c, e->context, e->inst))
			return false;
	}
	return !r->is_start[context] && find_lock(r, context_of(r, context)->held, &c->o->lock);
}

static void claim_callees(struct claim *c)
{
	struct running *r = c->r;

	for (uint32_t k = 0; k < c->work.n; k++) {
		const struct context *x = context_of(r, c->work.at[k]);
		for (uint32_t i = x->edge; i < x->edge + x->nedges; i++) {
			const struct edge *e = &r->c->edge.at[i];
			if (edge_is_call(r, e) && is_claimed(c, e->context, e->inst) && !map_get(&r->claimed_at, e->to) &&
			    called_from_claimed(c, e->to)) {
				add_claimed(c, e->to, NULL);
				*vec_add(r->arena, &c->work) = e->to;
			}
		}
	}
}

/* ---- the looks ---- */

/* Does nothing that is ever stored pass the test? */
static bool refuses_all(const struct claim *c, const struct test *t)
{
	for (uint32_t i = 0; i < c->f->v->store.n; i++)
		if (flag_is_stored(c->r, c->f, &c->f->v->store.at[i]) && flag_may_pass(c->r, c->f, &c->f->v->store.at[i], t))
			return false;
	return t->compare != 0;
}

static void claim_way(struct claim *c, uint32_t load)
{
	struct running *r = c->r;

	if (c->code->cfg.npreds[c->to] != 1)
		return;
	for (uint32_t k = r->c->first_by_fn[c->fn]; k < r->c->first_by_fn[c->fn + 1]; k++)
		claim_context(c, r->c->by_fn[k], load);
	claim_callees(c);
}

/* Load and branch are in one block, and nothing is called in between. */
static bool is_at_once(const struct code *code, uint32_t load, uint32_t branch)
{
	for (uint32_t i = load; i <= branch; i++)
		if (code->body.inst.at[i].op == OP_call || (i < branch && op_is_terminator(code->body.inst.at[i].op)))
			return false;
	return load < branch;
}

static void claim_looks(struct claim *c, const struct variable_use *load)
{
	const struct body *b = &c->code->body;

	for (uint32_t block = 0; block < b->block.n; block++) {
		struct fork f;
		if (!fork_asks(c->code, block, load->inst, &f) ||
		    !is_at_once(c->code, load->inst, b->block.at[block].inst + b->block.at[block].ninsts - 1))
			continue;
		for (uint32_t way = 0; way < 2; way++) {
			c->from = block;
			c->to = f.to[way];
			if (refuses_all(c, &f.test))
				claim_way(c, load->inst);
			f.test = test_not(f.test);
		}
	}
}

bool claim_make(struct running *r, const struct flag *f, struct opening *o)
{
	uint32_t before = r->claimed.n;

	for (uint32_t i = 0; i < f->v->load.n; i++) {
		const struct variable_use *u = &f->v->load.at[i];
		struct claim c = { .r = r, .f = f, .o = o, .code = code_get(r->shapes, u->fn), .fn = u->fn.i };
		if (u->offset == f->offset)
			claim_looks(&c, u);
	}
	if (r->claimed.n == before)
		return false;
	for (uint32_t i = 0; i < f->v->store.n; i++) {
		const struct variable_use *u = &f->v->store.at[i];
		for (uint32_t k = r->c->first_by_fn[u->fn.i]; o->stores >> i & 1 && k < r->c->first_by_fn[u->fn.i + 1]; k++)
			effect_add(r, (struct effect){ r->c->by_fn[k], u->inst, UINT32_MAX, o->gate.passed, 1 });
	}
	return true;
}

/* Which origins are published, and for which taken ones the lock may have been let go since they were read: two bits an origin;
 * and which of them may hold which by then: a bit a hold. May-information, forwards over the blocks until nothing changes.
 *
 *     in(entry) = what `entry` says of the parameters
 *     in(b)     = union over the edges into b of out, less what the edge excludes: on the way where p == NULL there is no
 *                 object *p, and an origin that only phis choose, on other edges (absent.c); on the way where a thread
 *                 could not be started, what that start alone would have handed over
 *
 * A setjmp that comes back again does so after whatever was done behind it: on the way where it does not give 0, all is
 * published. */
#include <string.h>

#include "base/recogniser.h"
#include "code/again.h"
#include "code/address.h"
#include "code/test.h"
#include "sharing/local/effect.h"
#include "sharing/taken/last.h"
#include "sharing/local/local.h"
#include "sharing/summary.h"

static bool bit(const uint64_t *words, uint32_t i)
{
	return words[i / 64] >> (i % 64) & 1;
}

static void put_bit(uint64_t *words, uint32_t i, bool on)
{
	uint64_t mask = (uint64_t)1 << (i % 64);

	words[i / 64] = on ? words[i / 64] | mask : words[i / 64] & ~mask;
}

static bool is_published(const struct local *l, const uint64_t *state, uint32_t origin)
{
	return l->origin.at[origin].lost || bit(state, origin);
}

/* ---- actions ---- */

static void push(struct local *l, uint64_t *state, uint32_t origin, uint32_t *depth)
{
	if (l->mark[origin] == l->round)
		return;
	l->mark[origin] = l->round;
	put_bit(state, origin, true);
	if (l->origin.at[origin].kind == ORIGIN_PARAM || l->origin.at[origin].kind == ORIGIN_CONTENT)
		l->ever |= (uint64_t)1 << origin;
	l->stack[(*depth)++] = origin;
}

/* With an object goes what it holds. The content of a parameter may lead back to it; parameters that overlap go together. */
static void publish(struct local *l, uint64_t *state, uint32_t set)
{
	uint32_t n, depth = 0;
	const uint32_t *member = local_members(l, set, &n);

	l->round++;
	for (uint32_t i = 0; i < n; i++)
		push(l, state, member[i], &depth);
	while (depth) {
		uint32_t o = l->stack[--depth];
		uint8_t kind = l->origin.at[o].kind;
		for (uint32_t h = l->origin.at[o].hold; h; h = l->hold.at[h].next)
			if (bit(state + 2 * (size_t)l->words, h))
				push(l, state, l->hold.at[h].held, &depth);
		if (kind == ORIGIN_PARAM)
			push(l, state, o + 1, &depth);
		if (kind == ORIGIN_CONTENT)
			push(l, state, o - 1, &depth);
		for (uint32_t k = 0; l->tied && (kind == ORIGIN_PARAM || kind == ORIGIN_CONTENT) && k < 2 * l->params; k++)
			push(l, state, 1 + k, &depth);
	}
}

/* From here on objects of the first set may hold those of the second: `bits` beyond the two of each origin. */
static void hold(struct local *l, uint64_t *state, uint32_t into, uint32_t value)
{
	uint32_t ni, nv;
	const uint32_t *x = local_members(l, into, &ni), *y = local_members(l, value, &nv);

	for (uint32_t i = 0; i < ni; i++)
		for (uint32_t h = l->origin.at[x[i]].hold; h; h = l->hold.at[h].next)
			for (uint32_t k = 0; k < nv; k++)
				if (l->hold.at[h].held == y[k])
					put_bit(state + 2 * (size_t)l->words, h, true);
}

static bool any_published(const struct local *l, const uint64_t *state, uint32_t set)
{
	uint32_t n;
	const uint32_t *member = local_members(l, set, &n);

	for (uint32_t i = 0; i < n; i++)
		if (is_published(l, state, member[i]))
			return true;
	return false;
}

static void act(struct local *l, uint64_t *state, const struct action *x)
{
	uint64_t *broken = state + l->words;

	switch (x->kind) {
	case ACTION_STORE:
		hold(l, state, x->a, x->b);
		if (any_published(l, state, x->a))
			publish(l, state, x->b);
		break;
	case ACTION_PUBLISH:
		publish(l, state, x->b);
		break;
	case ACTION_NEW:
		if (!origin_is_carried(l, x->a))
			put_bit(state, x->a, false);
		break;
	case ACTION_SEEN:
		put_bit(state, x->a, true);
		break;
	case ACTION_FETCH:
		put_bit(broken, x->a, false);
		break;
	case ACTION_UNLINK:
		if (!bit(broken, x->a) && !origin_is_carried(l, x->a))
			put_bit(state, x->a, false);
		break;
	case ACTION_RELEASE:
		memset(broken, 0xff, l->words * sizeof *broken);
		break;
	case ACTION_AGAIN:
		memset(state, 0xff, l->bits * sizeof *state);
		break;
	default:
		break;
	}
}

/* ---- edges ---- */

/* The origin that does not exist on one way out of a block, and which way; 0: none. */
static uint32_t absent_origin(const struct local *l, uint32_t block, uint32_t *way)
{
	struct fork f;
	uint32_t origin;

	if (!fork_of(l->s->p, l->b, block, &f) || fork_zero(&f) == UINT32_MAX)
		return 0;
	*way = f.to[1] == fork_zero(&f);
	origin = l->made[peel_value(l->b, f.test.value, PEEL_CASTS)];
	return origin && !origin_is_carried(l, origin) && l->origin.at[origin].kind != ORIGIN_STACK ? origin : 0;
}

static bool merge(uint64_t *into, const uint64_t *from, uint32_t words)
{
	uint64_t more = 0;

	for (uint32_t i = 0; i < words; i++) {
		more |= from[i] & ~into[i];
		into[i] |= from[i];
	}
	return more != 0;
}

/* Which blocks have been reached, and which have changed since they were looked at. */
struct agenda {
	bool *reached, *dirty;
	bool back; /* one that comes earlier in the order has changed */
};

static void pass_as_is(struct local *l, uint32_t block, uint32_t to, const uint64_t *state, struct agenda *g)
{
	if (merge(l->in + (size_t)to * l->bits, state, l->bits) || !g->reached[to]) {
		g->back |= l->cfg.position[to] <= l->cfg.position[block];
		g->reached[to] = g->dirty[to] = true;
	}
}

static void pass_to(struct local *l, uint32_t block, uint32_t to, uint64_t *state, struct agenda *g)
{
	uint64_t cleared = 0; /* of local.absent, of which there are not more */

	for (uint32_t k = 0; k < l->absent.n; k++) {
		const struct absent *x = &l->absent.at[k];
		if (x->from != block || x->to != to || x->beside & ~l->common || !bit(state, x->origin))
			continue;
		put_bit(state, x->origin, false);
		recogniser_count(RECOGNISER_sharing_absent);
		cleared |= (uint64_t)1 << k;
	}
	pass_as_is(l, block, to, state, g);
	for (uint32_t k = 0; cleared >> k; k++)
		if (cleared >> k & 1)
			put_bit(state, l->absent.at[k].origin, true);
}

/* All is published. */
static void pass_all(struct local *l, uint32_t block, uint32_t to, struct agenda *g)
{
	uint64_t *all = arena_array(l->arena, l->bits, sizeof *all);

	memset(all, 0xff, l->bits * sizeof *all);
	pass_as_is(l, block, to, all, g);
}

/* On the way that only the last one takes: the objects are its own. Shared ones among them stay what they are. */
static void pass_last(struct local *l, uint32_t block, uint32_t to, uint64_t *state, struct agenda *g, uint32_t set)
{
	bool was[SET_LIMIT] = { 0 };
	uint32_t n;
	const uint32_t *member = local_members(l, set, &n);

	for (uint32_t i = 0; i < n; i++) {
		was[i] = member[i] && bit(state, member[i]);
		if (was[i])
			put_bit(state, member[i], false);
	}
	pass_to(l, block, to, state, g);
	for (uint32_t i = 0; i < n; i++)
		if (was[i])
			put_bit(state, member[i], true);
}

/* The call that starts a thread in this block, of which the end asks whether it has; and the way where it has not. UINT32_MAX:
 * none. */
static uint32_t failed_start(const struct local *l, uint32_t block, uint32_t *way)
{
	struct fork f;
	uint32_t inst = fork_of(l->s->p, l->b, block, &f) && fork_zero(&f) != UINT32_MAX ? body_inst_of(l->b, f.test.value) : UINT32_MAX;
	struct sym_id callee = inst != UINT32_MAX && l->block_of[inst] == block && l->b->inst.at[inst].op == OP_call
				   ? body_callee(l->s->p, l->b, &l->b->inst.at[inst])
				   : (struct sym_id){ 0 };
	const struct model_row *row = callee.i ? points_rows(l->s->points, callee) : NULL;

	row = row ? events_find(row, EVENT_SPAWN) : NULL;
	*way = row && f.to[0] == fork_zero(&f);
	return row && event_stores_handle(row) ? inst : UINT32_MAX;
}

/* On that way the block has done all but what the start does. */
static void pass_failed(struct local *l, uint32_t position, uint32_t start, uint32_t to, struct agenda *g)
{
	uint32_t block = l->cfg.order[position];
	uint64_t *state = arena_array(l->arena, l->bits, sizeof *state);

	memcpy(state, l->in + (size_t)block * l->bits, l->bits * sizeof *state);
	for (uint32_t x = l->first_action[position]; x < l->first_action[position + 1]; x++)
		if (l->action.at[x].inst != start)
			act(l, state, &l->action.at[x]);
	pass_to(l, block, to, state, g);
}

static void pass_on(struct local *l, uint32_t position, uint64_t *state, struct agenda *g)
{
	uint32_t block = l->cfg.order[position], failed, start = failed_start(l, block, &failed);
	uint32_t n, way = UINT32_MAX, origin = absent_origin(l, block, &way), last = UINT32_MAX,
		    owned = last_owned(l, block, &last);
	const uint32_t *to = body_successors(l->b, block, &n);
	uint32_t again = UINT32_MAX;

	(void)again_way(l->s->p, l->b, block, &again);
	for (uint32_t k = 0; k < n; k++) {
		bool was = origin && bit(state, origin);
		if (RECOGNISED(sharing_last, owned && k == last)) {
			pass_last(l, block, to[k], state, g, owned);
			continue;
		}
		if (start != UINT32_MAX && k == failed) {
			pass_failed(l, position, start, to[k], g);
			continue;
		}
		if (origin && k == way)
			put_bit(state, origin, false);
		if (k == again)
			pass_all(l, block, to[k], g);
		pass_to(l, block, to[k], state, g);
		if (was)
			put_bit(state, origin, true);
	}
}

static void init_entry(struct local *l, uint64_t entry)
{
	l->tied = !(entry & ENTRY_APART);
	for (uint32_t o = 1; o <= 2 * l->params; o++)
		put_bit(l->in, o, !(entry >> o & 1));
	l->common = 1; /* what is shared */
	for (uint32_t k = 0; k < l->params && !l->s->counted; k++) /* otherwise pass_last may take back what is published */
		if (!(entry >> (2 + 2 * k) & 1))
			l->common |= (uint64_t)3 << (1 + 2 * k);
}

static void flow_block(struct local *l, uint32_t position, uint64_t *state, struct agenda *g)
{
	uint32_t block = l->cfg.order[position];

	g->dirty[block] = false;
	memcpy(state, l->in + (size_t)block * l->bits, l->bits * sizeof *state);
	for (uint32_t x = l->first_action[position]; x < l->first_action[position + 1]; x++)
		act(l, state, &l->action.at[x]);
	pass_on(l, position, state, g);
}

void local_flow(struct local *l, uint64_t entry)
{
	struct agenda g = { arena_array(l->arena, l->b->block.n, sizeof *g.reached),
			    arena_array(l->arena, l->b->block.n, sizeof *g.dirty), true };
	uint64_t *state;

	l->words = l->origin.n / 64 + 1;
	l->bits = 2 * l->words + l->hold.n / 64 + 1;
	l->in = arena_array(l->arena, (size_t)l->b->block.n * l->bits, sizeof *l->in);
	state = arena_array(l->arena, l->bits, sizeof *state);
	init_entry(l, entry);
	g.reached[0] = g.dirty[0] = true;
	while (g.back) {
		g.back = false;
		for (uint32_t k = 0; k < l->cfg.nreached; k++)
			if (g.dirty[l->cfg.order[k]])
				flow_block(l, k, state, &g);
	}
}

/* ---- walks ---- */

static void enter_block(struct places *w)
{
	const struct local *l = w->l;
	uint32_t block = l->cfg.order[w->position];

	w->inst = l->b->block.at[block].inst;
	w->end = w->inst + l->b->block.at[block].ninsts;
	w->action = l->first_action[w->position];
	memcpy(w->state, l->in + (size_t)block * l->bits, l->bits * sizeof *w->state);
}

void places_begin(struct places *w, struct local *l)
{
	*w = (struct places){ .l = l, .position = UINT32_MAX };
	w->state = arena_array(l->arena, l->bits, sizeof *w->state);
}

bool places_next(struct places *w)
{
	struct local *l = w->l;

	if (w->position != UINT32_MAX) {
		for (; w->action < l->first_action[w->position + 1] && l->action.at[w->action].inst == w->inst; w->action++)
			act(l, w->state, &l->action.at[w->action]);
		if (++w->inst < w->end)
			return true;
	}
	if (++w->position >= l->cfg.nreached)
		return false;
	enter_block(w);
	return true;
}

bool places_published(const struct places *w, uint32_t origin)
{
	return is_published(w->l, w->state, origin);
}

bool places_owned(const struct places *w, uint32_t set)
{
	return !any_published(w->l, w->state, set);
}

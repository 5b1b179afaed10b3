/* What a creator hands to a new thread for good:
 *
 *     a = malloc(sizeof *a);
 *     a->fd = fd;
 *     if (pthread_create(&t, NULL, worker, a))       the new thread's own, since
 *             free(a);                               this happens only if there is no new thread
 *     a = NULL;                                      and nothing behind uses it
 *
 * misses  objects that the creator's caller made; an object in a wrapper of pthread_create */
#include "sharing/local/effect.h"
#include "sharing/entry.h"
#include "sharing/summary.h"

#include "base/recogniser.h"
#include "code/test.h"

struct sharing_search {
	const struct local *l;
	uint32_t spawn;	    /* UINT32_MAX: none */
	struct way_out but; /* not this way */
	uint32_t whole;	    /* the object and what it holds */
	uint32_t end;   /* where the next one is made */
	bool *seen;     /* by block */
	uint32_t *stack, depth;
	bool used;
};

static bool meets(const struct local *l, uint32_t a, uint32_t b)
{
	uint32_t na, nb;
	const uint32_t *x = local_members(l, a, &na), *y = local_members(l, b, &nb);

	for (uint32_t i = 0; i < na; i++)
		for (uint32_t k = 0; k < nb; k++)
			if (x[i] == y[k])
				return true;
	return false;
}

/* The way out of a block on which the spawn has failed; UINT32_MAX: none. */
static uint32_t failed_way(const struct local *l, uint32_t spawn, uint32_t block)
{
	struct fork f;

	if (!fork_of(l->s->p, l->b, block, &f) || fork_zero(&f) == UINT32_MAX || body_inst_of(l->b, f.test.value) != spawn)
		return UINT32_MAX;
	return f.to[0] == fork_zero(&f);
}

/* Looks at a block from `inst` on; then at those behind it. */
static void scan(struct sharing_search *x, uint32_t block, uint32_t inst)
{
	const struct body *b = x->l->b;
	uint32_t end = b->block.at[block].inst + b->block.at[block].ninsts, n, failed;
	const uint32_t *to;

	for (; inst < end; inst++) {
		const struct inst *in = &b->inst.at[inst];
		if (inst == x->end)
			return;
		for (uint32_t k = 0; k < in->nargs; k++)
			x->used |= meets(x->l, local_set(x->l, body_arg(b, in, k)), x->whole);
	}
	failed = x->but.block == block ? x->but.way : x->spawn == UINT32_MAX ? UINT32_MAX : failed_way(x->l, x->spawn, block);
	to = body_successors(b, block, &n);
	for (uint32_t k = 0; k < n; k++)
		if (k != failed && !x->seen[to[k]]) {
			x->seen[to[k]] = true;
			x->stack[x->depth++] = to[k];
		}
}

static bool search_from(struct sharing_search *x, struct local *l, uint32_t block, uint32_t inst)
{
	x->seen = arena_array(l->arena, l->b->block.n, sizeof *x->seen);
	x->stack = arena_array(l->arena, l->b->block.n, sizeof *x->stack);
	scan(x, block, inst + 1);
	while (x->depth && !x->used) {
		uint32_t next = x->stack[--x->depth];
		scan(x, next, l->b->block.at[next].inst);
	}
	return x->used;
}

static bool is_used_after(const struct places *w, uint32_t whole, uint32_t made)
{
	struct sharing_search x = { .l = w->l, .spawn = w->inst, .but = { UINT32_MAX, 0 }, .whole = whole, .end = made };

	return search_from(&x, w->l, w->l->cfg.order[w->position], w->inst);
}

bool handover_used_behind(struct local *l, uint32_t inst, uint32_t set, struct way_out but)
{
	struct sharing_search x = { .l = l, .spawn = UINT32_MAX, .but = but, .whole = set, .end = UINT32_MAX };

	return search_from(&x, l, l->block_of[inst], inst);
}

/* Is a member held by something else? Then it can be reached although no value names it. */
static bool is_held_elsewhere(const struct local *l, uint32_t whole)
{
	uint32_t n;
	const uint32_t *member = local_members(l, whole, &n);

	for (uint32_t o = 1; o < l->origin.n; o++) {
		bool inside = false;
		for (uint32_t i = 0; i < n; i++)
			inside |= member[i] == o;
		for (uint32_t h = inside ? 0 : l->origin.at[o].hold; h; h = l->hold.at[h].next)
			for (uint32_t i = 0; i < n; i++)
				if (member[i] == l->hold.at[h].held)
					return true;
	}
	return false;
}

/* The set without what is shared: that part stays shared for the new thread, too. */
static uint32_t own_part(const struct places *w, uint32_t set, bool *all)
{
	struct local *l = w->l;
	uint32_t n, copy[SET_LIMIT], own = 0;
	const uint32_t *member = local_members(l, set, &n);

	for (uint32_t i = 0; i < n; i++)
		copy[i] = member[i];
	for (uint32_t i = 0; i < n; i++) {
		bool fresh = l->origin.at[copy[i]].kind == ORIGIN_FRESH && !places_published(w, copy[i]);
		*all &= fresh;
		own = fresh ? origins_both(l, own, origins_one(l, copy[i])) : own;
	}
	return own;
}

uint64_t handover_entry(struct places *w, const struct model_row *r)
{
	struct local *l = w->l;
	struct place at = event_place(l->s->p, l->s->points->models, l->b, w->inst, &r->arg);
	bool clean = true;
	uint32_t n, set, whole;
	const uint32_t *member;

	if (!at.known || !at.value || at.loads || at.name || at.result || at.rest)
		return 0;
	set = local_set(l, at.base);
	member = local_members(l, set, &n);
	if (n != 1 || l->origin.at[member[0]].kind != ORIGIN_FRESH || l->origin.at[member[0]].carried ||
	    l->origin.at[member[0]].older ||
	    places_published(w, member[0]))
		return 0;
	if (is_used_after(w, set, body_inst(l->b, l->origin.at[member[0]].value)) || is_held_elsewhere(l, set))
		return 0;
	whole = origins_both(l, set, own_part(w, local_content(l, set), &clean));
	clean = clean && !is_held_elsewhere(l, whole) && !is_used_after(w, whole, body_inst(l->b, l->origin.at[member[0]].value));
	return RECOGNISED(sharing_handover, true) ? ENTRY_APART | (uint64_t)1 << 1 | (uint64_t)clean << 2 : 0;
}

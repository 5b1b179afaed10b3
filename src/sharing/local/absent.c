/* Origins that are not there on one of the ways into a block:
 *
 *     i = get(pool);
 *     if (!i)
 *         i = malloc(..);        the block below is entered with what get() gave, or with the new one,
 *     i->used++;                 and what was made in an earlier round, and is in the pool now, has nothing to do with it
 *     put(pool, i);
 *
 * An origin is absent on an edge if the phis of the block choose it on other edges only and no other value that holds beyond the
 * block may be one of its objects: none is made in a block that dominates it. Objects that were stored somewhere must be found
 * there together with something that is published, so that nothing hangs on their bit. Then it means nothing on this edge. (A
 * value that is computed again behind the block is computed of values that are new, or that hold beyond the block.) */
#include "sharing/local/effect.h"

#include "base/recogniser.h"

static bool has(const struct local *l, uint32_t set, uint32_t origin)
{
	uint32_t n;
	const uint32_t *member = local_members(l, set, &n);

	for (uint32_t i = 0; i < n; i++)
		if (member[i] == origin)
			return true;
	return false;
}

/* Does some phi of the block take it on this edge? */
static bool is_chosen(const struct local *l, uint32_t from, uint32_t to, uint32_t origin)
{
	uint32_t end = l->b->block.at[to].inst + l->b->block.at[to].ninsts;

	for (uint32_t i = l->b->block.at[to].inst; i < end && l->b->inst.at[i].op == OP_phi; i++) {
		const struct inst *phi = &l->b->inst.at[i];
		for (uint32_t k = 0; k < phi->nargs; k++)
			if (l->b->word.at[phi->word + k] == from && has(l, local_set(l, body_arg(l->b, phi, k)), origin))
				return true;
	}
	return false;
}

static void add(struct local *l, uint32_t from, uint32_t to, uint32_t origin)
{
	for (uint32_t k = 0; k < l->absent.n; k++)
		if (l->absent.at[k].from == from && l->absent.at[k].to == to && l->absent.at[k].origin == origin)
			return;
	if (!is_chosen(l, from, to, origin) && !limit_full(LIMIT_sharing_absent, l->absent.n))
		*vec_add(l->arena, &l->absent) = (struct absent){ from, to, origin, 0 };
}

static void look_at_phi(struct local *l, uint32_t block, const struct inst *phi, uint32_t set)
{
	uint32_t n;
	const uint32_t *member = local_members(l, set, &n);

	for (uint32_t i = 0; n > 1 && i < n; i++) {
		const struct sharing_origin *o = &l->origin.at[member[i]];
		if ((o->kind != ORIGIN_FRESH && o->kind != ORIGIN_TAKEN) || o->lost)
			continue;
		for (uint32_t k = 0; k < phi->nargs && k < phi->nwords; k++)
			if (!has(l, local_set(l, body_arg(l->b, phi, k)), member[i]))
				add(l, l->b->word.at[phi->word + k], block, member[i]);
	}
}

/* Takes back what a value contradicts, which is made in this block. */
static void contradict(struct local *l, uint32_t block, uint32_t set)
{
	uint32_t kept = 0;

	for (uint32_t k = 0; k < l->absent.n; k++) {
		struct absent x = l->absent.at[k];
		if (block == x.to || !cfg_dominates(&l->cfg, block, x.to) || !has(l, set, x.origin))
			l->absent.at[kept++] = x;
	}
	l->absent.n = kept;
}

/* What is held somewhere may be looked at later: it must be clear what is found beside it. */
static void note_holder(struct local *l, uint32_t holder, uint32_t hold)
{
	uint64_t beside = effect_beside(l, holder, hold);
	uint32_t held = l->hold.at[hold].held, kept = 0;

	for (uint32_t k = 0; k < l->absent.n; k++) {
		struct absent x = l->absent.at[k];
		if (x.origin == held)
			x.beside |= beside;
		if (x.origin != held || beside || holder == held)
			l->absent.at[kept++] = x;
	}
	l->absent.n = kept;
}

void absent_find(struct local *l)
{
	if (!recogniser_is_on(RECOGNISER_sharing_absent))
		return;
	for (uint32_t k = 0; k < l->cfg.nreached; k++) {
		uint32_t block = l->cfg.order[k], first = l->b->block.at[block].inst;
		for (uint32_t i = first; i < first + l->b->block.at[block].ninsts && l->b->inst.at[i].op == OP_phi; i++)
			look_at_phi(l, block, &l->b->inst.at[i], l->value[body_value(l->b, i)]);
	}
	for (uint32_t i = 0; l->absent.n && i < l->b->inst.n; i++)
		if (l->cfg.position[l->block_of[i]])
			contradict(l, l->block_of[i], l->value[body_value(l->b, i)]);
	for (uint32_t o = 1; l->absent.n && o < l->origin.n; o++)
		for (uint32_t h = l->origin.at[o].hold; h; h = l->hold.at[h].next)
			note_holder(l, o, h);
}

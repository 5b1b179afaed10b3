/* Locks that a conditional chooses, both of them:
 *
 *     lock(a < b ? &a->lock : &b->lock);           p
 *     lock(a < b ? &b->lock : &a->lock);           q: the other one
 *     a->n--;                                      a->lock and b->lock are held, whichever came first
 *
 * Two choices are opposite if they choose among the same two values, x and y, by the same condition (or are phis of one block),
 * the other way round. Who holds T(p) and T(q), T being the same way from there, holds T(x) and T(y). The four names stay
 * together: what is given back under one of them is gone under two others, too, and only the opposite one is left; if not all
 * four are known any more, none is.
 *
 * assumes terms are equal only for equal values (symbolic.c). p's block dominates the branch that q hangs on, so that between
 *         the two neither x, y nor the condition is computed anew: whatever they are made of dominates p, and a way from there
 *         to q leads through p again. The lock of q is taken behind that of p; the other way round p might be of a later round.
 * misses  conditions that are written in another way; more than two values */
#include <string.h>

#include "summary/function/work.h"

/* ---- opposite choices ---- */

/* What a choice is made of; of a phi `from` is the block whose branch decides. */
struct summary_choice {
	uint32_t condition, yes, no, from;
};

static bool is_behind(const struct work *w, const struct term *k, uint32_t block)
{
	return term_is_value_of(k, w->b.fn.i) &&
	       ((k->b & POINTS_PARAM) || !cfg_dominates(&w->cfg, w->block_of[k->b], block) || w->block_of[k->b] == block);
}

/* Can it be named before the block, so that its name holds until the block runs again? */
static bool is_before(const struct work *w, uint32_t term, uint32_t block)
{
	return term && term_get(&w->terms, term).kind != TERM_TOP && !work_any_part(w, term, is_behind, block);
}

/* Does the way over the edge from `pred` to `block` come through this successor of the branch, and through no other? */
static bool comes_through(const struct work *w, uint32_t next, uint32_t pred, uint32_t branch, uint32_t block)
{
	if (next == block)
		return pred == branch;
	return w->cfg.npreds[next] == 1 && cfg_dominates(&w->cfg, next, pred);
}

static bool phi_choice(struct work *w, uint32_t inst, struct summary_choice *c)
{
	const struct inst *in = &w->b.inst.at[inst], *branch;
	uint32_t block = w->block_of[inst], n, pred[2];
	const uint32_t *next;

	if (in->nargs != 2 || in->nwords < 2 || w->cfg.npreds[block] != 2 || !block)
		return false;
	c->from = w->cfg.dominator[block];
	next = body_successors(&w->b, c->from, &n);
	branch = &w->b.inst.at[w->b.block.at[c->from].inst + w->b.block.at[c->from].ninsts - 1];
	if (branch->op != OP_branch || n != 2 || next[0] == next[1])
		return false;
	for (uint32_t k = 0; k < 2; k++)
		pred[k] = w->b.word.at[in->word + k];
	for (uint32_t k = 0; k < 2; k++) {
		if (!comes_through(w, next[0], pred[k], c->from, block) ||
		    !comes_through(w, next[1], pred[1 - k], c->from, block))
			continue;
		c->condition = work_ref(w, body_arg(&w->b, branch, 0));
		c->yes = work_ref(w, body_arg(&w->b, in, k));
		c->no = work_ref(w, body_arg(&w->b, in, 1 - k));
		return true;
	}
	return false;
}

static bool choice_of(struct work *w, uint32_t inst, struct summary_choice *c)
{
	const struct inst *in = &w->b.inst.at[inst];
	uint32_t block = w->block_of[inst];

	if (!w->cfg.position[block])
		return false;
	if (in->op == OP_select) {
		*c = (struct summary_choice){ work_ref(w, body_arg(&w->b, in, 0)), work_ref(w, body_arg(&w->b, in, 1)),
				      work_ref(w, body_arg(&w->b, in, 2)), block };
	} else if (in->op != OP_phi || !phi_choice(w, inst, c)) {
		return false;
	}
	return c->yes != c->no && is_before(w, c->condition, block) && is_before(w, c->yes, block) && is_before(w, c->no, block);
}

/* In the order of the dominators, so that p comes before q. */
static void find_opposites(struct work *w)
{
	struct intern known;         /* of condition, yes, no */
	VEC(uint32_t) first = { 0 }; /* by its id: the first such choice, an instruction */

	intern_init(&known, w->arena);
	*vec_add(w->arena, &first) = 0;
	for (uint32_t k = 0; k < w->cfg.nreached; k++) {
		uint32_t block = w->cfg.order[k], end = w->b.block.at[block].inst + w->b.block.at[block].ninsts;
		for (uint32_t i = w->b.block.at[block].inst; i < end; i++) {
			struct summary_choice c = { 0 };
			uint32_t p;
			if ((w->b.inst.at[i].op != OP_phi && w->b.inst.at[i].op != OP_select) || !choice_of(w, i, &c))
				continue;
			if (intern_bytes(&known, (uint32_t[]){ c.condition, c.yes, c.no }, 3 * sizeof(uint32_t)) == first.n)
				*vec_add(w->arena, &first) = i;
			p = first.at[intern_find(&known, (uint32_t[]){ c.condition, c.no, c.yes }, 3 * sizeof(uint32_t))];
			if (!p || (w->block_of[p] != block && !cfg_dominates(&w->cfg, w->block_of[p], c.from)))
				continue;
			if (limit_full(LIMIT_summary_opposites, w->opposite.n))
				goto known;
			*vec_add(w->arena, &w->opposite) = (struct opposite){ w->value[body_value(&w->b, p)].must,
									      w->value[body_value(&w->b, i)].must, c.yes, c.no };
		}
	}
known:
	w->opposites_known = true;
}

/* ---- names of locks ---- */

/* The term with `name` replaced, wherever steps and operations lead to it; unchanged: it is not there. A value that an
 * instruction gave stays what it is, whatever it was loaded from. */
static uint32_t replaced(struct work *w, uint32_t term, uint32_t name, uint32_t by, uint32_t depth)
{
	struct term k = term_get(&w->terms, term);
	uint32_t base, index;

	if (term == name)
		return by;
	if (!term || (!term_is_step(k.kind) && k.kind != TERM_COMPUTED) || limit_full(LIMIT_summary_deep, depth))
		return term;
	base = replaced(w, k.base, name, by, depth + 1);
	index = term_has_second(k.kind) ? replaced(w, k.a, name, by, depth + 1) : k.a;
	if (base == k.base && index == k.a)
		return term;
	if (k.kind == TERM_COMPUTED)
		return term_computed(&w->terms, base, index, k.b);
	if (k.kind == TERM_INDEX)
		return term_element(&w->terms, base, index, (uint32_t)k.offset);
	return k.kind == TERM_FIELD ? term_field(&w->terms, base, k.offset) : term_step(&w->terms, TERM_STABLE, base);
}

/* The names of both locks, if `lock` may be the second one: q's, and the other three. */
uint32_t choice_names(struct work *w, uint32_t lock, uint32_t from, struct lock_names *out)
{
	if (!w->opposites_known)
		find_opposites(w);
	for (uint32_t i = from; i < w->opposite.n; i++) {
		struct opposite o = w->opposite.at[i];
		uint32_t p = replaced(w, lock, o.q, o.p, 0);
		if (p == lock)
			continue;
		*out = (struct lock_names){ { p, lock, replaced(w, lock, o.q, o.x, 0), replaced(w, lock, o.q, o.y, 0) } };
		return i + 1;
	}
	return 0;
}

bool choice_keep(struct work *w, const struct lock_names *n)
{
	for (uint32_t i = 0; i < w->names.n; i++)
		if (!memcmp(&w->names.at[i], n, sizeof *n))
			return true;
	if (limit_full(LIMIT_summary_names, w->names.n))
		return false;
	*vec_add(w->arena, &w->names) = *n;
	return true;
}

/* Members of one object that are always set together to one thing: `s->pool = p; s->lock = &p->lock`. What s->lock points to is
 * then s->pool->lock for everybody who finds the object, and one name does for both.
 *
 *     bound: the member at +8 is what the member at +0 points to, and 40 bytes on
 *
 * All stores count that may be to one of the two members, in all of the program: each must be one of a pair, in one block, so
 * that one is not without the other. Null is no value of a member here: it leads nowhere. Whether the members may change while
 * somebody else has the object is not asked here (ground_is_stable). */
#include "summary/census/census.h"

#include "code/address.h"

enum { PAIRS_MOST = 32 }; /* the most that limits.def allows */

/* A pointer that is stored: to which member of what, and which address. */
struct bound_store {
	uint32_t inst;
	struct address to, value;
};

static uint64_t bond_key(struct cell c, const struct bound_store *of, const struct bound_store *by)
{
	uint32_t far = (uint32_t)(by->to.offset - of->to.offset), on = (uint32_t)(of->value.offset - by->value.offset);

	return map_pair(c.class, (uint32_t)c.offset) * 0x9e3779b97f4a7c15ull ^ map_pair(far, on);
}

/* Can the one be said by the other? A thing is said by the thing that it is in; of equal ones the second by the first. */
static bool is_said_by(const struct bound_store *of, const struct bound_store *by)
{
	return of->inst != by->inst && of->to.base.bits == by->to.base.bits && of->value.base.bits == by->value.base.bits &&
	       !by->value.offset && (of->value.offset > 0 || (!of->value.offset && by->to.offset < of->to.offset));
}

static void note_bonds(const struct census *s, struct notes *n, const struct body *b, const struct bound_store *store,
		       uint32_t all)
{
	for (uint32_t i = 0; i < all; i++) {
		struct place at = { .known = true, .base = body_arg(b, &b->inst.at[store[i].inst], 0) };
		census_cells(s, n, b->fn, &at);
		for (uint32_t k = 0; k < all; k++) {
			if (!is_said_by(&store[i], &store[k]))
				continue;
			for (uint32_t c = 0; c < n->cell.n; c++)
				*vec_add(&n->scratch, &n->bond) = (struct bond_seen){
					bond_key(n->cell.at[c], &store[i], &store[k]),
					{ n->cell.at[c], store[k].to.offset - store[i].to.offset, store[i].value.offset }
				};
		}
	}
}

/* Pairs of stores to members of one thing, in one block. */
void bound_see(const struct census *s, struct notes *n, const struct body *b)
{
	struct bound_store store[PAIRS_MOST];

	for (uint32_t k = 0; k < b->block.n; k++) {
		uint32_t all = 0, end = b->block.at[k].inst + b->block.at[k].ninsts;
		for (uint32_t i = b->block.at[k].inst; i < end; i++) {
			const struct inst *in = &b->inst.at[i];
			struct bound_store x = { .inst = i };
			if (in->op != OP_store || in->nwords || !in->type.i || program_type(s->pt->p, in->type)->size != GROUND_WORD * 8)
				continue;
			x.to = address_of(s->pt->p, b, body_arg(b, in, 0));
			x.value = address_of(s->pt->p, b, body_arg(b, in, 1));
			if (address_known(x.to) && address_known(x.value) && !limit_full(LIMIT_summary_bound, all))
				store[all++] = x;
		}
		if (all > 1)
			note_bonds(s, n, b, store, all);
	}
}

/* Each write that is no store of null must be one of a pair. What writes a part of a word counts as a store to the word. */
void bound_count(const struct census *s, struct notes *n, const struct body *b, uint32_t inst, const struct touch *t)
{
	const struct inst *in = &b->inst.at[inst];

	if ((in->op == OP_store && program_is_null(s->pt->p, body_arg(b, in, 1))) || (t->bulk && in->op == OP_memset))
		return;
	for (uint32_t i = 0; i < n->cell.n; i++) {
		struct cell c = n->cell.at[i];
		int32_t first = ground_word(c.offset), last = ground_word(c.offset + (int32_t)t->size - 1);
		if (t->bulk || !t->size || t->size > GROUND_BULK || c.offset > INT32_MAX - GROUND_BULK)
			n->unbound[c.class] = 1;
		else
			for (int32_t word = first; word <= last; word++)
				*vec_add(&n->scratch, &n->stored) =
					ground_cell_key((struct cell){ c.class, word * GROUND_WORD });
	}
}

/* Is it a whole word? Others are never paired. */
static bool is_word(struct cell c)
{
	return c.class && c.offset == ground_word(c.offset) * GROUND_WORD;
}

/* What a variable begins with was stored by nobody. */
static bool begins_with_pointers(const struct points *pt, uint32_t class)
{
	uint32_t n;
	const uint32_t *object = points_objects(pt, class, &n);

	for (uint32_t i = 0; i < n; i++) {
		const struct object *o = &pt->object.at[object[i]];
		if (o->kind == OBJECT_VARIABLE &&
		    (program_sym(pt->p, o->sym)->nrelocs || program_sym(pt->p, o->sym)->linkage != LINK_STATIC))
			return true;
	}
	return false;
}

/* Of several the nearest, whoever has seen it. */
static void keep_bond(struct census *s, const struct bond *x)
{
	uint32_t *at = map_at(s->out, &s->g->bound_at, ground_cell_key(x->cell));
	const struct bond *old = *at ? &s->g->bound.at[*at - 1] : NULL;

	if (old && (old->far < x->far || (old->far == x->far && old->on <= x->on)))
		return;
	*vec_add(s->out, &s->g->bound) = *x;
	*at = s->g->bound.n;
}

void bound_join(struct census *s)
{
	struct map stored = { 0 }, pairs = { 0 }, unbound = { 0 };

	for (uint32_t i = 0; i < s->crew->n; i++) {
		const struct notes *n = &s->notes[i];
		for (uint32_t k = 0; k < n->stored.n; k++)
			++*map_at(s->scratch, &stored, n->stored.at[k]);
		for (uint32_t k = 0; k < n->bond.n; k++)
			++*map_at(s->scratch, &pairs, n->bond.at[k].key);
		for (uint32_t c = 1; c <= s->pt->nclasses; c++)
			if (n->unbound[c])
				map_put(s->scratch, &unbound, c, 1);
	}
	for (uint32_t i = 0; i < s->crew->n; i++)
		for (uint32_t k = 0; k < s->notes[i].bond.n; k++) {
			const struct bond *x = &s->notes[i].bond.at[k].bond;
			struct cell by = points_at(s->pt, x->cell, x->far);
			uint32_t all = map_get(&pairs, s->notes[i].bond.at[k].key);
			if (is_word(x->cell) && is_word(by) && by.class == x->cell.class && all == map_get(&stored, ground_cell_key(x->cell)) &&
			    all == map_get(&stored, ground_cell_key(by)) && !map_get(&unbound, x->cell.class) &&
			    !begins_with_pointers(s->pt, x->cell.class))
				keep_bond(s, x);
		}
}

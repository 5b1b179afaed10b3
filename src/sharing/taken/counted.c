#include "sharing/taken/counted.h"

#include "sharing/taken/counts.h"

#define COPIES_MANY UINT32_MAX

struct sharing_counted {
	struct local *l;
	struct map last;    /* key of an expression -> the last store to it, + 1 */
	uint32_t *earlier;  /* by instruction: the store before it with the same key, + 1 */
	/* by value, of a stack slot: the copy of an element into it, + 1; COPIES_MANY: it is used in other ways, too */
	uint32_t *copy;
};

/* ---- what is stored where, and which slots are copies of elements ---- */

static void note_store(struct sharing_counted *c, uint32_t inst)
{
	struct address e = address_of(c->l->s->p, c->l->b, body_arg(c->l->b, &c->l->b->inst.at[inst], 0));
	uint32_t *last = map_at(c->l->arena, &c->last, address_key(e));

	c->earlier[inst] = *last;
	*last = inst + 1;
}

static void note_uses(struct sharing_counted *c, uint32_t inst)
{
	const struct inst *in = &c->l->b->inst.at[inst];

	for (uint32_t k = 0; k < in->nargs && in->op != OP_field && in->op != OP_cast && in->op != OP_load; k++) {
		struct address e = address_of(c->l->s->p, c->l->b, body_arg(c->l->b, in, k));
		bool copies = in->op == OP_memcpy && !k && !e.offset;
		uint32_t value = peel_slot(c->l->b, e.base, 0);
		if (value)
			c->copy[value] = copies && !c->copy[value] ? inst + 1 : COPIES_MANY;
	}
}

struct sharing_counted *counted_prepare(struct local *l)
{
	struct sharing_counted *c;
	bool arrays = false;

	for (uint32_t i = 0; i < l->b->inst.n; i++)
		arrays |= l->b->inst.at[i].op == OP_index;
	if (!arrays)
		return NULL;
	c = arena_new(l->arena, struct sharing_counted);
	c->l = l;
	c->earlier = arena_array(l->arena, l->b->inst.n, sizeof *c->earlier);
	c->copy = arena_array(l->arena, l->b->param.n + l->b->inst.n + 1, sizeof *c->copy);
	for (uint32_t i = 0; i < l->b->inst.n; i++) {
		if (l->b->inst.at[i].op == OP_store)
			note_store(c, i);
		note_uses(c, i);
	}
	return c;
}

/* Does the function store anything else there than one more and one less? */
static bool is_a_count(const struct sharing_counted *c, struct address cell)
{
	struct address end;
	uint32_t seen = 0;

	for (uint32_t k = map_get(&c->last, address_key(cell)); k; k = c->earlier[k - 1]) {
		if (limit_full(LIMIT_sharing_stores, seen++))
			return false;
		if (address_equal(cell, address_of(c->l->s->p, c->l->b, body_arg(c->l->b, &c->l->b->inst.at[k - 1], 0))) &&
		    counts_moves(c->l, k - 1, cell, &end) < MOVES_DOWN)
			return false;
	}
	return true;
}

/* ---- is anything left? ---- */

/* Is the head compared with the tail, which is another cell and not where it goes round? */
static bool is_compared(const struct local *l, uint32_t store, struct address head, struct address limit)
{
	for (uint32_t i = 0; i < l->b->inst.n; i++) {
		const struct inst *in = &l->b->inst.at[i];
		if (in->op != OP_compare || (in->sub != COMPARE_eq && in->sub != COMPARE_ne))
			continue;
		for (uint32_t k = 0; k < 2; k++) {
			struct ref other = peel_base(l->b, body_arg(l->b, in, !k), PEEL_CASTS);
			struct address a = counts_cell(l, body_arg(l->b, in, k)), b = counts_cell(l, other);
			if (address_equal(a, head) && address_known(b) && !address_equal(b, head) && !address_equal(b, limit) &&
			    (ref_kind(b.base) == REF_SYM || b.base.bits == head.base.bits) &&
			    counts_ring(l, body_arg(l->b, &l->b->inst.at[store], 0), body_arg(l->b, body_made_by(l->b, other), 0)))
				return true;
		}
	}
	return false;
}

/* Does a count of what is left go down in the same block? */
static bool is_counted_down(const struct sharing_counted *c, uint32_t store, struct address head)
{
	const struct local *l = c->l;
	const struct block *b = &l->b->block.at[l->block_of[store]];

	for (uint32_t i = b->inst; i < b->inst + b->ninsts; i++) {
		struct ref at = l->b->inst.at[i].op == OP_store ? body_arg(l->b, &l->b->inst.at[i], 0) : (struct ref){ 0 };
		struct address cell = l->b->inst.at[i].op == OP_store ? address_of(l->s->p, l->b, at) : (struct address){ 0 };
		if (address_known(cell) && !address_equal(cell, head) &&
		    counts_is_moved(l, body_arg(l->b, &l->b->inst.at[i], 1), cell, -1) &&
		    counts_queue(l, body_arg(l->b, &l->b->inst.at[store], 0), at))
			return true;
	}
	return false;
}

/* ---- elements ---- */

static bool is_before(const struct local *l, uint32_t a, uint32_t b)
{
	return l->block_of[a] == l->block_of[b] ? a < b : cfg_dominates(&l->cfg, l->block_of[a], l->block_of[b]);
}

/* Is there no store to the cell between the two, in one block? */
static bool is_untouched(const struct sharing_counted *c, uint32_t from, uint32_t to, struct address cell)
{
	const struct local *l = c->l;

	if (l->block_of[from] != l->block_of[to])
		return false;
	for (uint32_t i = from + 1; i < to; i++)
		if (l->b->inst.at[i].op == OP_store &&
		    address_equal(cell, address_of(l->s->p, l->b, body_arg(l->b, &l->b->inst.at[i], 0))))
			return false;
	return true;
}

/* The index of an element, which is read at `read`: is it what the cell held before the store, or, of a count that goes down,
 * what it holds then? */
static bool is_passed(const struct sharing_counted *c, struct ref index, struct address cell, uint32_t store, bool down,
		      struct counted_take *t)
{
	const struct local *l = c->l;
	struct ref x = peel_base(l->b, index, PEEL_CASTS), from = x;
	const struct inst *in = body_made_by(l->b, x);
	bool stored = x.bits == peel_base(l->b, body_arg(l->b, &l->b->inst.at[store], 1), PEEL_CASTS).bits,
	     one_less = down && counts_is_moved(l, x, cell, -1);
	uint32_t load;

	if (in && (one_less || (!down && in->op == OP_binary)))
		from = peel_base(l->b, body_arg(l->b, in, 0), PEEL_CASTS);
	if (!body_made_by(l->b, from) || !address_equal(counts_cell(l, from), cell))
		return false;
	load = body_inst(l->b, ref_index(from));
	if (is_before(l, t->read, store)) {
		*t = (struct counted_take){ t->read, t->copied, t->read, store, t->address, t->behind };
		return is_before(l, load, store);
	}
	*t = (struct counted_take){ t->read, t->copied, store, t->read, t->address, t->behind };
	if (!is_untouched(c, store, t->read, cell))
		return false;
	return stored || (down ? !one_less : is_before(l, load, store));
}

static bool find_store(const struct sharing_counted *c, struct ref index, struct address cell, struct counted_take *t)
{
	if (!address_known(cell) || !is_a_count(c, cell))
		return false;
	for (uint32_t k = map_get(&c->last, address_key(cell)); k; k = c->earlier[k - 1]) {
		struct address limit = { 0 };
		enum moves moves;
		if (!address_equal(cell, address_of(c->l->s->p, c->l->b, body_arg(c->l->b, &c->l->b->inst.at[k - 1], 0))))
			continue;
		moves = counts_moves(c->l, k - 1, cell, &limit);
		if (moves == MOVES_DOWN && !counts_stack(c->l, body_arg(c->l->b, &c->l->b->inst.at[k - 1], 0)))
			continue;
		if (moves == MOVES_UP && !is_compared(c->l, k - 1, cell, limit) && !is_counted_down(c, k - 1, cell))
			continue;
		if (is_passed(c, index, cell, k - 1, moves == MOVES_DOWN, t))
			return true;
	}
	return false;
}

/* Is the pointer read from the copy by this load only? */
static bool is_read_once(const struct local *l, uint32_t load)
{
	struct address e = address_of(l->s->p, l->b, body_arg(l->b, &l->b->inst.at[load], 0));

	for (uint32_t i = 0; i < l->b->inst.n; i++)
		if (i != load && l->b->inst.at[i].op == OP_load &&
		    address_equal(e, address_of(l->s->p, l->b, body_arg(l->b, &l->b->inst.at[i], 0))))
			return false;
	return true;
}

bool counted_find(const struct sharing_counted *c, uint32_t load, struct counted_take *t)
{
	const struct local *l = c->l;
	struct ref address = body_arg(l->b, &l->b->inst.at[load], 0), index;
	const struct inst *element = counts_element(l, address), *in;
	struct address e = address_of(l->s->p, l->b, address);
	uint32_t copy = !element ? c->copy[address_value(e)] : 0;

	*t = (struct counted_take){ .read = load, .address = address };
	if (copy && copy != COPIES_MANY && e.offset >= 0 && e.offset < INT32_MAX && is_before(l, copy - 1, load) &&
	    is_read_once(l, load)) {
		*t = (struct counted_take){ .read = copy - 1, .copied = true, .behind = (int32_t)e.offset };
		t->address = body_arg(l->b, &l->b->inst.at[t->read], 1);
		element = counts_element(l, t->address);
	}
	if (!element)
		return false;
	index = peel_base(l->b, body_arg(l->b, element, 1), PEEL_CASTS);
	in = body_made_by(l->b, index);
	if (find_store(c, index, counts_cell(l, index), t))
		return true;
	return in && in->op == OP_binary && find_store(c, index, counts_cell(l, body_arg(l->b, in, 0)), t);
}

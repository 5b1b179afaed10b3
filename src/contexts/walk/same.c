/* A lock that was taken by the same expression: which one of several it is need not be known to know that it is held.
 *
 *     pthread_mutex_lock(&shard[n]);  here(&shard[n]);           one element, whichever
 *     pthread_mutex_lock(m);          here(m);                   what m holds, if nobody writes it in between
 *
 * Looked for in one block, backwards, up to the first call that may change locks.
 *
 * A release of one of several gives back the lock that the same expression has taken, if on every way to it that was done after
 * what the expression is made of has got its value; otherwise it may be any of them that is given back.
 *
 * And a block that was just allocated: no pointer that was there before leads to it, though all blocks of a loop have one
 * name. */
#include "code/address.h"
#include "code/loop.h"
#include "contexts/walk/explore.h"
#include "contexts/walk/same.h"

#include "ir/cfg.h"

enum { COMPARED = 31 }; /* the most that limits.def allows */

/* Only rows speak of the call, and none of memory that it writes. */
static bool writes_nothing(const struct points *points, const struct body *b, const struct inst *in)
{
	struct sym_id callee = body_callee(points->p, b, in);
	const struct model_row *r = callee.i && !program_sym(points->p, callee)->fn.i ? points->row[callee.i] : NULL;
	bool quiet = r != NULL;

	for (; r; r = r->next)
		quiet &= event_has(r, TRAIT_HARMLESS);
	return quiet;
}

/* Is what a stack slot holds the same at both instructions? Nobody else must have the slot. */
static bool is_unwritten(const struct points *points, const struct body *b, struct ref slot, uint32_t from, uint32_t to)
{
	const struct inst *in = peel(b, slot, PEEL_CASTS).in;

	if (!in || in->op != OP_alloca)
		return false;
	for (uint32_t i = from; i < to; i++) {
		const struct inst *at = &b->inst.at[i];
		bool update = at->op == OP_rmw || at->op == OP_cmpxchg || at->op == OP_asm;
		if (update || at->op == OP_store || at->op == OP_memcpy || at->op == OP_memset ||
		    (at->op == OP_call && !writes_nothing(points, b, at)))
			return false;
	}
	return true;
}

/* Does somebody store the address of the slot? Then others may have it. */
static bool is_stored(const struct body *b, struct ref slot)
{
	for (uint32_t i = 0; i < b->inst.n; i++)
		if (b->inst.at[i].op == OP_store && body_arg(b, &b->inst.at[i], 1).bits == slot.bits)
			return true;
	return false;
}

/* Equal whenever they are computed in this order, without a way around. */
static bool same_expression(const struct points *points, const struct body *b, struct ref p, struct ref q)
{
	const struct inst *x, *y;

	if (peel_same(b, &p, &q))
		return true;
	x = body_made_by(b, p);
	y = body_made_by(b, q);
	return x && y && x->op == OP_load && y->op == OP_load && x < y && body_arg(b, x, 0).bits == body_arg(b, y, 0).bits &&
	       !is_stored(b, body_arg(b, x, 0)) &&
	       is_unwritten(points, b, body_arg(b, x, 0), (uint32_t)(x - b->inst.at), (uint32_t)(y - b->inst.at));
}

bool same_is_held(const struct points *points, const struct body *b, uint32_t inst, struct ref r)
{
	for (uint32_t i = inst, first = b->block.at[block_of_inst(b, inst)].inst; i-- > first;) {
		const struct inst *in = &b->inst.at[i];
		struct sym_id callee = in->op == OP_call ? body_callee(points->p, b, in) : (struct sym_id){ 0 };
		const struct model_row *row = callee.i ? points->row[callee.i] : NULL;
		if (in->op != OP_call)
			continue;
		if (!row || !writes_nothing(points, b, in))
			return false;
		for (; row; row = row->next) {
			struct place on = event_place(points->p, points->models, b, i, &row->on);
			bool sure = event_is_sure(row) || (event_asks_result(row) && !(row->flags & (MODEL_TRY | MODEL_TIMED)));
			if (event_is(row, EVENT_RELEASE))
				return false;
			sure &= on.known && !on.loads && !on.name && !on.offset;
			if (event_is(row, EVENT_ACQUIRE) && sure && same_expression(points, b, on.base, r))
				return true;
		}
	}
	return false;
}

/* ---- releases of what was taken ---- */


/* The values that an address is computed from. */
struct leaves {
	uint32_t bits[COMPARED + 1], n;
};

/* The same of one address: what none of its elements and members is computed from any further. */
static void find_leaves(const struct body *b, struct ref r, struct leaves *leaves)
{
	struct peel x = { .b = b, .r = r };

	leaves->n = 0;
	while (!limit_full(LIMIT_contexts_compared, leaves->n) && peel_step(&x, PEEL_ADDRESS))
		if (x.in->op == OP_index)
			leaves->bits[leaves->n++] = peel_base(b, body_arg(b, x.in, 1), PEEL_CASTS).bits;
	leaves->bits[leaves->n++] = x.r.bits;
}

/* Is the address one of several: an element whose number is computed, or what a phi or a conditional has chosen? */
static bool is_chosen(const struct body *b, struct ref r)
{
	struct peel x = { .b = b, .r = r };

	while (peel_step(&x, PEEL_ADDRESS))
		if (x.in->op == OP_index && ref_kind(body_arg(b, x.in, 1)) == REF_VALUE)
			return true;
	return x.in && (x.in->op == OP_phi || x.in->op == OP_select || peel_is_cut(&x));
}

static bool takes(const struct points *points, const struct body *b, uint32_t inst, struct ref r)
{
	struct sym_id callee = b->inst.at[inst].op == OP_call ? body_callee(points->p, b, &b->inst.at[inst]) : (struct sym_id){ 0 };

	for (const struct model_row *row = callee.i ? points->row[callee.i] : NULL; row; row = row->next) {
		struct place on = event_place(points->p, points->models, b, inst, &row->on);
		struct ref at = r;
		if (event_is(row, EVENT_ACQUIRE) && on.known && !on.loads && !on.name && !on.offset &&
		    peel_same(b, &on.base, &at))
			return true;
	}
	return false;
}

/* A walk backwards from a release. */
struct walk_back {
	const struct points *points;
	const struct body *b;
	struct ref address;
	struct leaves leaves;
	uint32_t walked;
};

enum walk_end { WALK_ON, WALK_TAKEN, WALK_LOST };

/* Through [first, last), backwards: the lock was taken; or, before that, what its address is made of was made anew. */
static enum walk_end walk_block(struct walk_back *w, uint32_t first, uint32_t last)
{
	for (uint32_t i = last; i-- > first;) {
		if (takes(w->points, w->b, i, w->address))
			return WALK_TAKEN;
		for (uint32_t k = 0; k < w->leaves.n; k++)
			if (w->leaves.bits[k] == ref_make(REF_VALUE, body_value(w->b, i)).bits)
				return WALK_LOST;
		if (limit_over(LIMIT_contexts_walked, w->walked++))
			return WALK_LOST;
	}
	return WALK_ON;
}

bool same_is_returned(struct arena *scratch, const struct points *points, const struct body *b, uint32_t inst, struct ref r)
{
	struct walk_back w = { .points = points, .b = b, .address = r };
	VEC(uint32_t) todo = { 0 };
	bool *seen;
	struct cfg cfg;
	enum walk_end end;
	uint32_t block = block_of_inst(b, inst);

	if (!is_chosen(b, r))
		return true;
	find_leaves(b, r, &w.leaves);
	end = walk_block(&w, b->block.at[block].inst, inst);
	if (end != WALK_ON)
		return end == WALK_TAKEN;
	cfg_build(scratch, b, &cfg);
	seen = arena_array(scratch, b->block.n, sizeof *seen);
	*vec_add(scratch, &todo) = block;
	while (todo.n) {
		uint32_t at = todo.at[--todo.n];
		if (!at)
			return false; /* the function may have been entered with it */
		for (uint32_t i = 0; i < cfg.npreds[at]; i++) {
			uint32_t from = cfg.pred[cfg.first_pred[at] + i];
			if (seen[from])
				continue;
			seen[from] = true;
			end = walk_block(&w, b->block.at[from].inst, b->block.at[from].inst + b->block.at[from].ninsts);
			if (end == WALK_LOST)
				return false;
			if (end == WALK_ON)
				*vec_add(scratch, &todo) = from;
		}
	}
	return true;
}

/* ---- new blocks ---- */


static bool returns_new(struct arena *scratch, const struct points *points, struct fn_id fn, int depth);

/* Is the value a block that this call has made? */
static bool is_new(struct arena *scratch, const struct points *points, const struct body *b, const struct inst *in, int depth)
{
	struct sym_id callee = in && in->op == OP_call ? body_callee(points->p, b, in) : (struct sym_id){ 0 };

	if (!callee.i)
		return false;
	if (events_make_new(points->row[callee.i]))
		return true;
	return program_sym(points->p, callee)->fn.i && returns_new(scratch, points, program_sym(points->p, callee)->fn, depth);
}

static bool returns_new(struct arena *scratch, const struct points *points, struct fn_id fn, int depth)
{
	struct body b = { 0 };
	bool any = false;

	if (limit_over(LIMIT_contexts_returns, (uint64_t)depth))
		return false;
	body_get(scratch, points->p, fn, &b);
	for (uint32_t i = 0; i < b.inst.n; i++) {
		struct ref r = b.inst.at[i].op == OP_ret ? body_arg(&b, &b.inst.at[i], 0) : ref_make(REF_NONE, 0);
		if (b.inst.at[i].op != OP_ret)
			continue;
		if (!is_new(scratch, points, &b, peel(&b, r, PEEL_CASTS).in, depth + 1))
			return false;
		any = true;
	}
	return any;
}

/* Was the value there before the instruction, where both are seen later in the block of the latter? What another block has made
 * was. */
static bool is_older(const struct body *b, struct ref r, uint32_t inst)
{
	struct peel x = peel(b, r, PEEL_CASTS);
	uint32_t at = x.in ? (uint32_t)(x.in - b->inst.at) : 0;

	if (!x.in)
		return ref_kind(x.r) == REF_VALUE; /* a parameter */
	return at < inst || block_of_inst(b, at) != block_of_inst(b, inst);
}

bool same_is_never(const struct points *points, const struct body *b, uint32_t inst, struct ref p, struct ref q)
{
	struct arena scratch;
	bool never = false;

	arena_init(&scratch, "contexts.same");
	for (int i = 0; i < 2 && !never; i++) {
		struct ref new = i ? q : p, old = i ? p : q;
		const struct inst *in = peel(b, new, PEEL_CASTS).in;
		uint32_t at = in ? (uint32_t)(in - b->inst.at) : 0;
		never = in && at < inst && block_of_inst(b, at) == block_of_inst(b, inst) && is_older(b, old, at) &&
			is_new(&scratch, points, b, in, 0);
	}
	arena_release(&scratch);
	return never;
}

/* Which locks have their address in somebody's hands: an operation on a pointer of unknown origin can only be on one of those.
 *
 *     static pthread_mutex_t stats, item[64];
 *     lock(&stats);                                     in no hands: the address goes into the operation and nowhere else
 *     pthread_mutex_t *try(int i) { return &item[i]; }  unlock(try(3)) may be item, and is not stats
 *
 * The address of a lock that is returned, stored, chosen (phi, select), passed to a function that is no lock operation, or in an
 * initialiser is in somebody's hands. So is one that is passed to a wrapper which does more with it than to operate on it:
 *
 *     pthread_mutex_t *take(pthread_mutex_t *m) { lock(m); return m; }
 *
 * Locks that are never operated on by name have no class; all of them together are one, UNNAMED, among what a pointer of unknown
 * origin may lead to. For whole programs only: see indirect.c. Variables whose address, or that of a part of them, is in
 * somebody's hands (ops.handed) are found in libraries as well: others may operate on the locks in them.
 *
 * misses  a pointer to a struct, cast to a pointer to the lock that stands first in it */
#include "code/address.h"
#include "locks/program/ops.h"

enum { UNNAMED = 3 }; /* no class of a record or variable is as small */

struct escape {
	struct ops *o;
	const struct body *b;
	struct map locks; /* classes of locks: what is not among them is some other variable or member */
	uint64_t pointed;
};

static void note_pointed(struct escape *w, uint64_t class)
{
	if (class && map_get(&w->locks, class))
		w->pointed |= ops_class_bit(w->o, class);
}

static void list_locks(struct escape *w)
{
	for (uint32_t i = 0; i < w->b->inst.n; i++) {
		const struct inst *call = &w->b->inst.at[i];
		struct call_effect e = { 0 };
		if (call->op == OP_call)
			ops_of_call(w->o, w->b, call, &e);
		for (uint32_t k = 0; k < e.n; k++) {
			uint64_t class = e.op[k].base != AT_NAME ? ops_class_at(w->o, w->b, call, &e.op[k]) : 0;
			if (class)
				map_put(w->o->arena, &w->locks, class, 1);
			if (class && e.op[k].verb == VERB_ACQUIRE && !w->o->fn[w->b->fn.i].wrapper.verb)
				w->o->taken |= ops_class_bit(w->o, class);
		}
	}
}

/* Is operand `k` of a call the lock of an operation, and nothing else? */
static bool is_operated_on(const struct call_effect *e, uint32_t k)
{
	if (e->hands_on)
		return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (e->op[i].base == AT_ARGUMENT && e->op[i].at + 1 == k)
			return true;
	return false;
}

/* The operands that an instruction keeps, or gives to others, if they are addresses: from the one returned on. */
static uint32_t first_kept(const struct inst *in)
{
	if (in->op == OP_field || in->op == OP_index || in->op == OP_copy || in->op == OP_compare)
		return in->nargs;
	if (in->op == OP_cast && in->sub != CAST_ptrtoint)
		return in->nargs;
	return in->op == OP_load || in->op == OP_store || in->op == OP_rmw || in->op == OP_cmpxchg ? 1 : 0;
}

/* Is it the parameter, or an address inside of what it points to? */
static bool is_of_parameter(const struct body *b, struct ref r, uint32_t param)
{
	for (uint32_t depth = 0; ref_kind(r) == REF_VALUE && !limit_full(LIMIT_locks_chain, depth); depth++) {
		uint32_t i = body_inst(b, ref_index(r));
		if (i == UINT32_MAX)
			return ref_index(r) - 1 == param;
		if (first_kept(&b->inst.at[i]) < b->inst.at[i].nargs || b->inst.at[i].op == OP_compare)
			return false;
		r = body_arg(b, &b->inst.at[i], 0);
	}
	return ref_kind(r) == REF_VALUE; /* too deep to tell */
}

bool escape_by_wrapper(const struct ops *o, const struct body *b, const struct lock_op *op)
{
	for (uint32_t i = 0; op->base == AT_ARGUMENT && i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		struct call_effect e = { 0 };
		if (in->op == OP_call)
			ops_of_call(o, b, in, &e);
		for (uint32_t k = first_kept(in); k < in->nargs; k++)
			if (!is_operated_on(&e, k) && is_of_parameter(b, body_arg(b, in, k), op->at))
				return true;
	}
	return false;
}

static void scan_inst(struct escape *w, const struct inst *in)
{
	struct call_effect e = { 0 };

	if (in->op == OP_call)
		ops_of_call(w->o, w->b, in, &e);
	for (uint32_t k = first_kept(in); k < in->nargs; k++)
		if (!is_operated_on(&e, k)) {
			uint32_t variable = ref_symbol(w->o->p, peel_base(w->b, body_arg(w->b, in, k), PEEL_ADDRESS), NULL).i;
			if (variable)
				map_put(w->o->arena, &w->o->handed, variable, 1);
			note_pointed(w, ops_class(w->o->p, w->b, body_arg(w->b, in, k)));
		}
}

void escape_find(struct ops *o, struct body *b)
{
	struct escape w = { .o = o, .b = b };

	for (uint32_t f = 1; f < o->p->fn.n; f++)
		if (o->fn[f].touches || o->fn[f].operations) {
			ops_body(o, o->arena, f, b);
			list_locks(&w);
		}
	for (uint32_t f = 1; f < o->p->fn.n; f++) {
		ops_body(o, o->arena, f, b);
		for (uint32_t i = 0; i < b->inst.n; i++)
			scan_inst(&w, &b->inst.at[i]);
	}
	for (uint32_t i = 1; i < o->p->reloc.n; i++)
		if (o->p->reloc.at[i].sym.i) {
			map_put(o->arena, &o->handed, o->p->reloc.at[i].sym.i, 1);
			note_pointed(&w, ops_class_of(o->p, o->p->reloc.at[i].sym, o->p->reloc.at[i].addend));
		}
	o->in_hands = w.pointed;
	if (o->whole)
		o->pointed = w.pointed | ops_class_bit(o, UNNAMED);
}

/* Where the thing was got from that a lock is in: the pointers in records, the innermost first, that lead to it.
 *
 *     e = lookup(env->msg_cache, hash);            what e->lock is in comes from   struct env.msg_cache
 *     lock(&env->rrset_cache->table[i]->lock);                                      struct cache.table, struct env.rrset_cache
 *
 * Such a pointer is called a *holder*: a member of a record, whichever record of that type it is. Tables of one type are told
 * apart by who holds them (instance.c). Names of locks are cut to their class when they get too long, and what a call returned
 * has no name in the caller of the caller; the holders are noted with the order of two locks while they can still be told.
 *
 * What a function returns is taken to be a part of the thing that it was reached from: the one parameter from which all its
 * returns can be reached by pointers.
 *
 * misses  things that come out of two parameters, or of none; more holders than lockset-holders */
#include "code/address.h"
#include "lockset/walk/engine.h"

#include <string.h>

enum { MOST_HOLDERS = 5, DERIVED_DEPTH = 8 }; /* sizes of arrays: the most that limits.def allows */
#define DERIVED_NOT UINT32_MAX

struct lockset_holders {
	uint32_t at[MOST_HOLDERS], n;
};

static void load(const struct engine *e, uint32_t list, struct lockset_holders *out)
{
	out->n = list ? intern_length(&e->out->holders, list) / (uint32_t)sizeof *out->at : 0;
	if (out->n)
		memcpy(out->at, intern_get(&e->out->holders, list), out->n * sizeof *out->at);
}

static uint32_t save(struct engine *e, const struct lockset_holders *x)
{
	return x->n ? intern_bytes(&e->out->holders, x->at, x->n * sizeof *x->at) : 0;
}

static void add(struct lockset_holders *x, uint32_t holder)
{
	for (uint32_t i = 0; i < x->n; i++)
		if (x->at[i] == holder)
			return; /* along a list */
	if (holder && !limit_full(LIMIT_lockset_holders, x->n))
		x->at[x->n++] = holder;
}

uint32_t holders_append(struct engine *e, uint32_t inner, uint32_t outer)
{
	struct lockset_holders x, y;

	load(e, inner, &x);
	load(e, outer, &y);
	for (uint32_t i = 0; i < y.n; i++)
		add(&x, y.at[i]);
	return save(e, &x);
}

/* ---- what a function returns is a part of ---- */

struct deriver {
	struct engine *e;
	const struct body *b;
	uint32_t seen[DERIVED_DEPTH], nseen; /* phis on the way */
};

static uint32_t derived_param(struct engine *, struct fn_id, uint32_t depth);
static uint32_t derive(struct deriver *, struct ref, uint32_t depth);

static bool is_param(const struct body *b, struct ref r)
{
	return ref_kind(r) == REF_VALUE && body_inst(b, ref_index(r)) == UINT32_MAX;
}

/* All that it may be, except null, out of one parameter. What was handed over as it is, to be put where the others were found,
 * does not count. */
static uint32_t derive_phi(struct deriver *d, const struct inst *in, uint32_t value, uint32_t depth)
{
	const struct program *p = d->e->out->points->p;
	uint32_t found = 0, handed = 0;

	for (uint32_t i = 0; i < d->nseen; i++)
		if (d->seen[i] == value)
			return 0;
	if (limit_full(LIMIT_lockset_derived, d->nseen))
		return DERIVED_NOT;
	d->seen[d->nseen++] = value;
	for (uint32_t k = in->op == OP_select; k < in->nargs; k++) {
		struct ref r = body_arg(d->b, in, k);
		uint32_t from = program_is_null(p, r) ? 0 : derive(d, r, depth + 1), *one = is_param(d->b, r) ? &handed : &found;
		if (from == DERIVED_NOT || (from && *one && from != *one))
			return DERIVED_NOT;
		*one = from ? from : *one;
	}
	return found ? found : handed;
}

static uint32_t derive_call(struct deriver *d, const struct inst *in, uint32_t depth)
{
	const struct program *p = d->e->out->points->p;
	struct sym_id callee = body_callee(p, d->b, in);
	struct fn_id fn = callee.i && !d->e->out->points->row[callee.i] ? program_sym(p, callee)->fn : (struct fn_id){ 0 };
	uint32_t param = fn.i ? derived_param(d->e, fn, depth + 1) : DERIVED_NOT;

	return param == DERIVED_NOT || param >= in->nargs ? DERIVED_NOT : derive(d, body_arg(d->b, in, param), depth + 1);
}

/* A variable that a callee was given the address of, to put there what it has found in something else that it was given. */
static uint32_t derive_variable(struct deriver *d, struct ref at, uint32_t depth)
{
	uint32_t one = DERIVED_NOT;

	for (uint32_t i = 0; i < d->b->inst.n && one == DERIVED_NOT; i++) {
		const struct inst *in = &d->b->inst.at[i];
		bool given = false;
		for (uint32_t k = 1; in->op == OP_call && k < in->nargs; k++)
			given |= body_arg(d->b, in, k).bits == at.bits;
		for (uint32_t k = 1; given && k < in->nargs && one == DERIVED_NOT; k++)
			one = body_arg(d->b, in, k).bits == at.bits ? DERIVED_NOT : derive(d, body_arg(d->b, in, k), depth + 1);
	}
	return one;
}

/* The parameter, from 1; 0: nothing but null; DERIVED_NOT. */
static uint32_t derive(struct deriver *d, struct ref r, uint32_t depth)
{
	struct peel x = { .b = d->b, .r = r };

	if (limit_full(LIMIT_lockset_derived, depth))
		return DERIVED_NOT;
	while (peel_step(&x, PEEL_ADDRESS | PEEL_LOAD)) {
		const struct inst *from = x.in->op == OP_load ? body_made_by(d->b, x.r) : NULL;
		if (from && from->op == OP_alloca)
			return derive_variable(d, x.r, depth);
	}
	if (x.in && (x.in->op == OP_phi || x.in->op == OP_select))
		return derive_phi(d, x.in, ref_index(x.r), depth);
	if (x.in && x.in->op == OP_call)
		return derive_call(d, x.in, depth);
	return !x.in && ref_kind(x.r) == REF_VALUE ? ref_index(x.r) : DERIVED_NOT;
}

/* The parameter, from 1, that whatever the function returns is reached from. */
static uint32_t derived_param(struct engine *e, struct fn_id fn, uint32_t depth)
{
	uint32_t *known = map_at(&e->scratch, &e->derived, fn.i), one = 0;
	struct body b = { 0 };
	struct deriver d = { .e = e, .b = &b };
	struct arena scratch;

	if (*known)
		return *known;
	*known = DERIVED_NOT; /* also against functions that call each other */
	if (limit_full(LIMIT_lockset_derived, depth))
		return DERIVED_NOT;
	arena_init(&scratch, "derived");
	body_get(&scratch, e->out->points->p, fn, &b);
	for (uint32_t i = 0; i < b.inst.n && one != DERIVED_NOT; i++) {
		uint32_t from;
		if (b.inst.at[i].op != OP_ret || !b.inst.at[i].nargs ||
		    program_is_null(e->out->points->p, body_arg(&b, &b.inst.at[i], 0)))
			continue;
		d.nseen = 0;
		from = derive(&d, body_arg(&b, &b.inst.at[i], 0), depth);
		one = from == DERIVED_NOT || (one && from && one != from) ? DERIVED_NOT : from ? from : one;
	}
	arena_release(&scratch);
	one = one ? one : DERIVED_NOT;
	map_put(&e->scratch, &e->derived, fn.i, one);
	return one;
}

/* The name of what a value is a part of: of the argument that the result of a call comes out of, of the parameter that a loop
 * goes along from. 0: none. */
static uint32_t find_owner(struct engine *e, struct fn_id fn, uint32_t value)
{
	const struct program *p = e->out->points->p;
	struct body b = { 0 };
	struct name_values v = { .names = &e->out->names, .b = &b, .returned = outlines_returned, .with = &e->o };
	struct deriver d = { .e = e, .b = &b };
	struct arena scratch;
	uint32_t i, name = 0, param;

	arena_init(&scratch, "owner");
	body_get(&scratch, p, fn, &b);
	v.of = arena_array(&scratch, b.param.n + b.inst.n + 2u, sizeof *v.of);
	i = body_inst(&b, value);
	if (i != UINT32_MAX && b.inst.at[i].op == OP_call) {
		struct sym_id callee = body_callee(p, &b, &b.inst.at[i]);
		struct fn_id to = callee.i && !e->out->points->row[callee.i] ? program_sym(p, callee)->fn : (struct fn_id){ 0 };
		param = to.i ? derived_param(e, to, 0) : DERIVED_NOT;
		if (param != DERIVED_NOT && param < b.inst.at[i].nargs)
			name = name_of_ref(&v, body_arg(&b, &b.inst.at[i], param));
	} else if (i != UINT32_MAX) {
		param = derive(&d, ref_make(REF_VALUE, value), 0);
		if (param && param != DERIVED_NOT)
			name = name_of_ref(&v, ref_make(REF_VALUE, param));
	}
	arena_release(&scratch);
	return name;
}

/* `value`: a name. */
static uint32_t owner_of(struct engine *e, uint32_t value)
{
	uint32_t known = map_get(&e->owner_of, value);
	struct term x = term_get(&e->out->names.terms, value);

	if (!known) {
		known = find_owner(e, (struct fn_id){ x.a }, name_value(&e->out->names, value, (struct fn_id){ x.a })) + 1;
		map_put(&e->scratch, &e->owner_of, value, known);
	}
	return known - 1;
}

static uint32_t find_holders(struct engine *e, uint32_t name, uint32_t depth)
{
	struct names *n = &e->out->names;
	struct lockset_holders x = { 0 };
	struct term at = term_get(&n->terms, name);
	uint32_t owner;

	for (; term_is_step(at.kind); at = term_get(&n->terms, at.base))
		if (at.kind == TERM_LOAD)
			add(&x, name_holder(n, at.base));
	if (at.kind != TERM_RESULT || limit_full(LIMIT_lockset_owners, depth))
		return save(e, &x);
	owner = owner_of(e, term_root(&n->terms, name));
	return holders_append(e, save(e, &x), owner ? find_holders(e, owner, depth + 1) : 0);
}

uint32_t holders_of(struct engine *e, uint32_t name)
{
	uint32_t known = name ? map_get(&e->holders_of, name) : 1;

	if (!known) {
		known = find_holders(e, name, 0) + 1;
		map_put(&e->scratch, &e->holders_of, name, known);
	}
	return known - 1;
}

uint32_t holders_root(struct engine *e, uint32_t name)
{
	const struct names *n = &e->out->names;
	uint32_t root = term_root(&n->terms, name), owner;

	for (uint32_t depth = 0; term_get(&n->terms, root).kind == TERM_RESULT && !limit_full(LIMIT_lockset_owners, depth); depth++) {
		owner = owner_of(e, root);
		if (!owner)
			break;
		root = term_root(&n->terms, owner);
	}
	return term_get(&n->terms, root).kind == TERM_ABOVE || term_is_class(term_get(&n->terms, root).kind) ? 0 : root;
}

bool holders_are_one(const struct engine *e, const struct lock_order *x)
{
	struct lockset_holders a, b;

	if (!x->held_root || x->held_root != x->wanted_root)
		return false;
	load(e, x->held_from, &a);
	load(e, x->wanted_from, &b);
	return !a.n || !b.n || a.at[a.n - 1] == b.at[b.n - 1];
}

/* Does what locks are taken in the order of stay as it is? Pointers from one thing to the next, and places in tables of pointers
 * (sorted_slot).
 *
 *     for (n = head; n; n = n->next) lock(&n->lock);        by the list
 *     for (i = 0; i < k; i++) lock(&table[i]->lock);        by the place in the table
 *
 * Both are orders only as long as nobody puts things into another order while some are locked. What is written into such a
 * pointer leaves the order of all others as it was if
 *
 *     n->next = anything;               n is new: nobody has it yet
 *     p->next = n;                      what is written is new: nothing comes to stand behind what it stood before
 *     p->next = p->next->next;          something is left out
 *     p->next = NULL;
 *
 * and what is written into a table if it is new, or null. All other places that write are noted (lockset.rewrite); deadlock asks
 * whether one of them may run while somebody holds such a lock. Of a parameter the callers are asked. A table must be one
 * variable: of tables that are made again and again, two may have the same things in different orders. What is written by code
 * that runs at the start only is written before anybody takes the locks.
 *
 * assumes what is inserted into a list is linked to what comes behind it
 * misses  copies of whole records; writes through pointers of other types */
#include "lockset/walk/engine.h"

#include <xxhash.h>

/* A write of a parameter into memory, or to memory behind one: the callers know whether that is new. */
struct lockset_asked {
	struct lockset_rewrite at;
	struct fn_id fn;
	uint32_t param; /* its value */
};

struct lockset_kept {
	struct engine *e;
	const struct program *p;
	struct map links;               /* class of a pointer -> 1 */
	VEC(struct lockset_asked) asked;
	uint32_t first;                 /* of `asked`: of this round */
	struct map known;               /* function, parameter, write -> 1: asked */
	/* of the function that is looked at */
	struct arena scratch;
	struct body b;
	struct name_values v;
};

static struct ref behind(const struct body *b, struct ref r)
{
	for (uint32_t depth = 0; !limit_full(LIMIT_lockset_chain, depth); depth++) {
		const struct inst *in = body_made_by(b, r);
		if (!in || (in->op != OP_copy && in->op != OP_cast && in->op != OP_field))
			break;
		r = body_arg(b, in, 0);
	}
	return r;
}

static bool makes_new(const struct lockset_kept *k, struct fn_id fn, uint32_t depth);

/* Is it what a call has just made? */
static bool is_new(const struct lockset_kept *k, const struct body *b, struct ref r, uint32_t depth)
{
	const struct inst *in = body_made_by(b, behind(b, r));
	struct sym_id callee = in && in->op == OP_call ? body_callee(k->p, b, in) : (struct sym_id){ 0 };

	if (!callee.i)
		return false;
	if (events_find(k->e->out->points->row[callee.i], EVENT_ALLOC))
		return true;
	return program_sym(k->p, callee)->fn.i && makes_new(k, program_sym(k->p, callee)->fn, depth);
}

/* Does a function return nothing else? */
static bool makes_new(const struct lockset_kept *k, struct fn_id fn, uint32_t depth)
{
	struct arena scratch;
	struct body b = { 0 };
	bool any = false, all = true;

	if (limit_full(LIMIT_lockset_rounds, depth))
		return false;
	arena_init(&scratch, "kept");
	body_get(&scratch, k->p, fn, &b);
	for (uint32_t i = 0; all && i < b.inst.n; i++) {
		const struct inst *in = &b.inst.at[i], *from = in->op == OP_ret && in->nargs ? body_made_by(&b, body_arg(&b, in, 0)) : NULL;
		if (in->op != OP_ret || !in->nargs || program_is_null(k->p, body_arg(&b, in, 0)))
			continue;
		for (uint32_t j = 0; from && from->op == OP_phi && j < from->nargs; j++)
			all = all && (program_is_null(k->p, body_arg(&b, from, j)) || is_new(k, &b, body_arg(&b, from, j), depth + 1));
		all = all && ((from && from->op == OP_phi) || is_new(k, &b, body_arg(&b, in, 0), depth + 1));
		any = true;
	}
	arena_release(&scratch);
	return any && all;
}

/* Has what is at this address been stored somewhere, or handed back, by an instruction before this one? */
static bool is_out(const struct lockset_kept *k, struct ref r, uint32_t before)
{
	struct ref thing = behind(&k->b, r);

	for (uint32_t i = 0; i < before; i++)
		if (k->b.inst.at[i].op == OP_store && behind(&k->b, body_arg(&k->b, &k->b.inst.at[i], 1)).bits == thing.bits)
			return true;
	return false;
}

/* Is the function by its declaration, or by where it is kept, over before there is anybody who could hold a lock meanwhile? */
static bool is_startup(const struct lockset_kept *k, struct fn_id fn)
{
	return fn.i && k->e->out->points->annotated[program_fn(k->p, fn)->sym.i].verb == DECLARED_SINGLE;
}

static void note_write(struct lockset_kept *k, struct lockset_rewrite at)
{
	if (is_startup(k, at.fn))
		return;
	if (!limit_full(LIMIT_lockset_writes, k->e->out->rewrite.n))
		*vec_add(k->e->out->arena, &k->e->out->rewrite) = at;
	else
		*vec_add(k->e->out->arena, &k->e->out->rewrite) = (struct lockset_rewrite){ .what = at.what, .slot = at.slot };
}

/* New, or a parameter of which the callers are asked. False: neither. */
static bool ask(struct lockset_kept *k, struct ref r, const struct lockset_rewrite *at)
{
	struct ref thing = behind(&k->b, r);
	uint32_t *known;

	if (is_new(k, &k->b, r, 0))
		return true;
	if (ref_kind(thing) != REF_VALUE || body_made_by(&k->b, thing) ||
	    points_is_offered(k->e->out->points, program_fn(k->p, k->b.fn)->sym))
		return false;
	known = map_at(&k->e->scratch, &k->known,
		       XXH3_64bits((uint32_t[]){ k->b.fn.i, ref_index(thing), at->fn.i, at->inst, at->what, at->slot }, 24));
	if (!*known)
		*vec_add(&k->e->scratch, &k->asked) = (struct lockset_asked){ *at, k->b.fn, ref_index(thing) };
	*known = 1;
	return true;
}

/* ---- links ---- */

/* Does this name lead through that one: p->next->next through p->next? */
static bool leads_through(const struct names *n, uint32_t name, uint32_t through)
{
	for (uint32_t at = name; at;) {
		struct term x = term_get(&n->terms, at);
		if (at == through)
			return at != name;
		at = x.kind == TERM_FIELD || x.kind == TERM_LOAD ? x.base : 0;
	}
	return false;
}

/* What is behind where a loop is now becomes what is behind where it was in the round before: `prev->next = cur->next`. */
static bool leaves_out(struct lockset_kept *k, struct ref base, uint32_t value, uint32_t link)
{
	const struct inst *phi = body_made_by(&k->b, base);
	struct term x = term_get(&k->v.names->terms, value);
	uint32_t thing = x.kind == TERM_LOAD ? term_thing(&k->v.names->terms, x.base) : 0;

	if (!phi || phi->op != OP_phi || !thing || map_get(&k->v.names->chain, thing) != link)
		return false;
	for (uint32_t i = 0; i < phi->nargs; i++)
		if (name_of_ref(&k->v, body_arg(&k->b, phi, i)) == thing)
			return true;
	return false;
}

static void look_at_link(struct lockset_kept *k, uint32_t inst)
{
	const struct inst *in = &k->b.inst.at[inst], *field = body_made_by(&k->b, body_arg(&k->b, in, 0));
	struct ref address = body_arg(&k->b, in, 0), value = body_arg(&k->b, in, 1);
	uint32_t name = name_of_ref(&k->v, address), link = name ? name_class(k->v.names, name) : 0, to;
	struct lockset_rewrite at = { .what = link, .fn = k->b.fn, .inst = inst };

	if (!link || !map_get(&k->links, link) || program_is_null(k->p, value))
		return;
	to = name_of_ref(&k->v, value);
	if (to && leads_through(k->v.names, to, name))
		return;
	if (to && field && field->op == OP_field && leaves_out(k, body_arg(&k->b, field, 0), to, link))
		return;
	if (is_new(k, &k->b, value, 0) || (is_new(k, &k->b, address, 0) && !is_out(k, address, inst)))
		return;
	if (!ask(k, address, &at) && !ask(k, value, &at))
		note_write(k, at);
}

/* ---- tables ---- */

static bool is_slot(const struct lockset_kept *k, struct ref address, uint32_t slot)
{
	struct cell c[4];
	uint32_t n = points_cells(k->e->out->points, k->b.fn, address, c, 4);

	for (uint32_t i = 0; i < n && i < 4; i++)
		if (c[i].class == k->e->o.slot.at[slot].class && c[i].offset == k->e->o.slot.at[slot].offset)
			return true;
	return n > 4;
}

static void look_at_slot(struct lockset_kept *k, uint32_t inst, uint32_t slot)
{
	const struct inst *in = &k->b.inst.at[inst];
	struct sym_id callee = in->op == OP_call ? body_callee(k->p, &k->b, in) : (struct sym_id){ 0 };
	struct lockset_rewrite at = { .what = KEY_SLOT | slot, .slot = true, .fn = k->b.fn, .inst = inst };

	if ((in->op == OP_memcpy && is_slot(k, body_arg(&k->b, in, 0), slot)) ||
	    ((in->op == OP_rmw || in->op == OP_cmpxchg) && is_slot(k, body_arg(&k->b, in, 0), slot)))
		note_write(k, at);
	for (uint32_t i = 1; in->op == OP_call && i < in->nargs && (!callee.i || !program_sym(k->p, callee)->fn.i); i++)
		if (ref_kind(body_arg(&k->b, in, i)) != REF_NONE && is_slot(k, body_arg(&k->b, in, i), slot)) {
			note_write(k, at); /* qsort() and the like */
			break;
		}
	if (in->op == OP_store && !program_is_null(k->p, body_arg(&k->b, in, 1)) && is_slot(k, body_arg(&k->b, in, 0), slot) &&
	    !ask(k, body_arg(&k->b, in, 1), &at))
		note_write(k, at);
}

/* Is it one variable? */
static bool is_one_table(const struct lockset_kept *k, uint32_t slot)
{
	const struct points *points = k->e->out->points;
	uint32_t n;
	const uint32_t *object = points_objects(points, k->e->o.slot.at[slot].class, &n);

	return n == 1 && points->object.at[object[0]].kind == OBJECT_VARIABLE;
}

/* ---- all ---- */

static void begin(struct lockset_kept *k, struct fn_id fn)
{
	arena_init(&k->scratch, "kept");
	k->b = (struct body){ 0 };
	body_get(&k->scratch, k->p, fn, &k->b);
	k->v = (struct name_values){ .names = &k->e->out->names, .b = &k->b, .returned = outlines_returned, .with = &k->e->o,
				     .of = arena_array(&k->scratch, k->b.param.n + k->b.inst.n + 2u, sizeof *k->v.of) };
}

static void look(struct lockset_kept *k, struct fn_id fn)
{
	begin(k, fn);
	for (uint32_t i = 0; i < k->b.inst.n; i++) {
		uint8_t op = k->b.inst.at[i].op;
		if (op == OP_store && k->links.n)
			look_at_link(k, i);
		for (uint32_t s = 0; s < k->e->o.slot.n &&
				     (op == OP_store || op == OP_memcpy || op == OP_call || op == OP_rmw || op == OP_cmpxchg);
		     s++)
			look_at_slot(k, i, s);
	}
	arena_release(&k->scratch);
}

/* The callers of what was asked about in the last round. */
static void look_above(struct lockset_kept *k, struct fn_id fn, const struct map *asked, uint32_t end)
{
	begin(k, fn);
	for (uint32_t i = 0; i < k->b.inst.n; i++) {
		const struct inst *in = &k->b.inst.at[i];
		struct sym_id callee = in->op == OP_call ? body_callee(k->p, &k->b, in) : (struct sym_id){ 0 };
		if (!callee.i || !map_get(asked, program_sym(k->p, callee)->fn.i))
			continue;
		for (uint32_t a = k->first; a < end; a++) {
			struct lockset_asked x = k->asked.at[a];
			if (x.fn.i == program_sym(k->p, callee)->fn.i && x.param < in->nargs && !program_is_null(k->p, body_arg(&k->b, in, x.param)) &&
			    !ask(k, body_arg(&k->b, in, x.param), &x.at))
				note_write(k, x.at);
		}
	}
	arena_release(&k->scratch);
}

static void ask_callers(struct lockset_kept *k)
{
	for (uint32_t round = 0; k->first < k->asked.n; round++) {
		struct map asked = { 0 };
		uint32_t end = k->asked.n;
		for (uint32_t a = k->first; a < end; a++) {
			map_put(&k->e->scratch, &asked, k->asked.at[a].fn.i, 1);
			if (limit_over(LIMIT_lockset_rounds, round + 1))
				note_write(k, k->asked.at[a].at);
		}
		for (uint32_t f = 1; f < k->p->fn.n && round < limit(LIMIT_lockset_rounds); f++)
			look_above(k, (struct fn_id){ f }, &asked, end);
		k->first = end;
	}
}

void kept_find(struct engine *e)
{
	struct lockset *l = e->out;
	struct lockset_kept k = { .e = e, .p = l->points->p };
	bool any = false;

	for (uint32_t i = 1; i < l->order.n; i++) {
		const struct lock_order *x = &l->order.at[i];
		any |= sorted_is_slot(x->sorted);
		if (x->link)
			map_put(&e->scratch, &k.links, x->link, 1);
		any |= x->link != 0;
	}
	if (!any)
		return;
	for (uint32_t s = 0; s < e->o.slot.n; s++)
		if (!is_one_table(&k, s))
			note_write(&k, (struct lockset_rewrite){ .what = KEY_SLOT | s, .slot = true });
	for (uint32_t f = 1; f < k.p->fn.n; f++)
		look(&k, (struct fn_id){ f });
	ask_callers(&k);
}

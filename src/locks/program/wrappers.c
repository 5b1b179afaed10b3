/* The passes over the whole program: who calls whom, who touches which locks, who is a wrapper.
 *
 *     scan      every body once: calls, own lock operations, their classes
 *     close     touches(f) grows by touches(g) for every g that f calls, from callee to caller, until nothing changes
 *     wrap      candidates have exactly one call that matters; from the inside out
 *
 * Each set has 64 bits and only grows, so closing takes at most 64 visits a call. No pass recurses. */
#include <string.h>

#include "base/diag.h"
#include "base/store/groups.h"
#include "base/system/progress.h"
#include "base/stat.h"
#include "code/address.h"
#include "code/loop.h"
#include "ir/cfg.h"
#include "locks/program/ops.h"

static void scan_call(struct ops *o, const struct body *b, const struct inst *call, struct fn_ops *f)
{
	struct call_effect e;
	struct sym_id callee = body_callee(o->p, b, call);

	ops_of_call(o, b, call, &e);
	for (uint32_t k = 0; k < e.n; k++)
		f->touches |= ops_bits(o, b, call, &e.op[k]);
	f->operations += e.n;
	f->indirect |= !callee.i;
	if (!callee.i || !e.body)
		f->touches |= e.touches;
	if (callee.i && e.body) {
		*vec_add(o->arena, &o->callee) = program_sym(o->p, callee)->fn.i;
		f->ncallees++;
	}
}

static void scan(struct ops *o, struct body *b)
{
	for (uint32_t i = 1; i < o->p->fn.n; i++) {
		struct fn_ops *f = &o->fn[i];
		body_get(o->arena, o->p, (struct fn_id){ i }, b);
		getter_find(b, &f->getter);
		f->address = getter_counts(b);
		indirect_scan(o, b, f);
		f->callee = o->callee.n;
		for (uint32_t k = 0; k < b->inst.n; k++)
			if (b->inst.at[k].op == OP_call)
				scan_call(o, b, &b->inst.at[k], f);
		stat_add(STAT_lock_operations, f->operations);
	}
}

static struct locks_callers find_callers(struct arena *a, const struct ops *o)
{
	struct locks_callers c;
	struct groups g;

	groups_begin(&g, o->p->fn.n);
	for (uint32_t f = 1; f < o->p->fn.n; f++)
		for (uint32_t k = 0; k < o->fn[f].ncallees; k++)
			groups_add(&g, o->callee.at[o->fn[f].callee + k], f);
	groups_end(&g, a, &c.first, &c.caller);
	return c;
}

/* A queue of functions, each in it at most once at a time. */
struct queue {
	uint32_t *at, head, n, cap;
	uint8_t *in;
};

static struct queue queue_make(struct arena *a, uint32_t fns)
{
	return (struct queue){ arena_array(a, fns + 1, sizeof(uint32_t)), 0, 0, fns + 1, arena_array(a, fns + 1, 1) };
}

static void queue_put(struct queue *q, uint32_t f)
{
	if (q->in[f])
		return;
	q->in[f] = 1;
	q->at[(q->head + q->n++) % q->cap] = f;
}

static uint32_t queue_take(struct queue *q)
{
	uint32_t f = q->at[q->head];

	q->head = (q->head + 1) % q->cap;
	q->n--;
	q->in[f] = 0;
	return f;
}

static void close_touches(struct ops *o, const struct locks_callers *c, struct queue *q)
{
	for (uint32_t f = 1; f < o->p->fn.n; f++)
		if (o->fn[f].touches)
			queue_put(q, f);
	while (q->n) {
		uint32_t f = queue_take(q);
		for (uint32_t i = c->first[f]; i < c->first[f + 1]; i++) {
			struct fn_ops *caller = &o->fn[c->caller[i]];
			if ((caller->touches | o->fn[f].touches) == caller->touches)
				continue;
			caller->touches |= o->fn[f].touches;
			queue_put(q, c->caller[i]);
		}
	}
}

/* What can be reached through pointers, into those who call through them; false: nothing new. */
static bool spread_indirect(struct ops *o)
{
	bool changed = false;

	for (uint32_t f = 1; f < o->p->fn.n; f++)
		if (o->fn[f].address_taken)
			o->indirect[o->fn[f].params] |= o->fn[f].touches | o->fn[f].wraps;
	for (uint32_t f = 1; f < o->p->fn.n; f++)
		for (uint32_t n = 0; n <= MOST_ARITY; n++) {
			uint64_t more =
				o->fn[f].arities >> n & 1 && !o->fn[f].wrapper.verb ? o->indirect[n] & ~o->fn[f].touches : 0;
			o->fn[f].touches |= more;
			changed |= more != 0;
		}
	return changed;
}

/* Runs on every path from the entry to a return, and no more than once: it dominates every return, and no loop leads back. */
static bool always_once(struct arena *a, const struct body *b, uint32_t inst)
{
	struct cfg c;
	uint32_t block = block_of_inst(b, inst);

	cfg_build(a, b, &c);
	if (!c.position[block])
		return false;
	for (uint32_t i = 0; i < c.nreached; i++) {
		const struct block *at = &b->block.at[c.order[i]];
		if (b->inst.at[at->inst + at->ninsts - 1].op == OP_ret && !cfg_dominates(&c, block, c.order[i]))
			return false;
	}
	return !block_leads_to(b, block, block, UINT32_MAX);
}

/* The number of the element as a parameter, or as a constant, which is an offset. */
static bool fixed_number(const struct ops *o, const struct body *b, struct ref r, struct lock_op *op)
{
	int64_t k;

	r = peel_base(b, r, PEEL_WIDENING);
	if (ref_kind(r) == REF_VALUE && body_inst(b, ref_index(r)) == UINT32_MAX) {
		op->index = ref_index(r);
		return true;
	}
	if (!program_number(o->p, r, &k))
		return false;
	op->offset = (int64_t)((uint64_t)op->offset + (uint64_t)k * (uint64_t)op->stride);
	op->index = 0;
	return true;
}

/* The address as parameter + offset or symbol + offset, or an element there. */
static bool fixed_address(const struct ops *o, const struct body *b, struct ref r, struct lock_op *op)
{
	struct peel x = { .b = b, .r = r };

	while (peel_step(&x, PEEL_ADDRESS)) {
		if (x.in->op == OP_field || x.in->op == OP_index)
			op->record = x.in->type;
		if (x.in->op == OP_field)
			op->offset = (int64_t)((uint64_t)op->offset + (uint64_t)body_offset(b, x.in));
		if (x.in->op != OP_index)
			continue;
		op->stride = body_offset(b, x.in);
		if (op->index || op->stride <= 0 || !fixed_number(o, b, body_arg(b, x.in, 1), op))
			return false;
	}
	if (x.in)
		return false;
	op->base = ref_kind(x.r) == REF_VALUE ? AT_ARGUMENT : AT_SYMBOL;
	op->at = ref_kind(x.r) == REF_VALUE ? ref_index(x.r) - 1 : ref_symbol(o->p, x.r, &op->offset).i;
	if (op->base == AT_ARGUMENT)
		return !b->param.at[op->at].by_value && !b->param.at[op->at].result;
	return op->at != 0;
}

/* An attempt tells by its result whether it succeeded: the wrapper must hand that on, as it is or as `result == 0`. */
static bool hands_on_result(const struct ops *o, const struct body *b, uint32_t call, struct event_test *when)
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i], *compare;
		struct ref r = peel_base(b, body_arg(b, in, 0), PEEL_CASTS);
		uint32_t at = body_inst_of(b, r);
		int64_t k;
		if (in->op != OP_ret)
			continue;
		if (at == call)
			return true;
		compare = at == UINT32_MAX ? NULL : &b->inst.at[at];
		if (!compare || compare->op != OP_compare || (compare->sub != COMPARE_eq && compare->sub != COMPARE_ne))
			return false;
		r = peel_base(b, body_arg(b, compare, 0), PEEL_CASTS);
		if (body_inst_of(b, r) != call || !program_number(o->p, body_arg(b, compare, 1), &k) || when->mask != -1 ||
		    k != when->number || (when->compare != COMPARE_eq && when->compare != COMPARE_ne))
			return false;
		when->compare = when->compare == compare->sub ? COMPARE_ne : COMPARE_eq;
		when->number = 0;
		return true;
	}
	return false;
}

/* Looks at a function with exactly one call that matters. */
static bool is_wrapper(struct ops *o, struct arena *scratch, const struct body *b, struct lock_op *op)
{
	struct call_effect e;
	uint32_t call = UINT32_MAX;

	for (uint32_t i = 0; i < b->inst.n; i++) {
		struct call_effect one;
		if (b->inst.at[i].flags & INST_TWICE)
			return false;
		if (b->inst.at[i].op != OP_call)
			continue;
		ops_of_call(o, b, &b->inst.at[i], &one);
		if (!one.n && !one.touches)
			continue;
		if (call != UINT32_MAX || one.n != 1 || one.touches)
			return false;
		call = i;
		e = one;
	}
	if (call == UINT32_MAX || e.op[0].verb == VERB_WAIT || e.op[0].verb == VERB_DESTROY || e.op[0].verb == VERB_CONVERT)
		return false;
	*op = e.op[0];
	if (op->index && !fixed_number(o, b, body_arg(b, &b->inst.at[call], op->index), op))
		return false;
	if (op->base != AT_NAME && !fixed_address(o, b, ops_address(b, &b->inst.at[call], &e.op[0]), op))
		return false;
	if (op->conditional && !hands_on_result(o, b, call, &op->when))
		return false;
	return always_once(scratch, b, call);
}

/* Calls that matter: operations, and calls of functions that touch locks. */
static uint32_t calls_that_matter(const struct ops *o, const struct fn_ops *f)
{
	uint32_t n = f->operations + (f->indirect ? 2 : 0);

	for (uint32_t k = 0; k < f->ncallees; k++)
		n += o->fn[o->callee.at[f->callee + k]].touches != 0;
	return n;
}

static void find_wrappers(struct ops *o, const struct locks_callers *c, struct queue *q, struct body *b)
{
	for (uint32_t f = 1; f < o->p->fn.n; f++)
		if (o->fn[f].operations == 1 && calls_that_matter(o, &o->fn[f]) == 1)
			queue_put(q, f);
	while (q->n) {
		uint32_t f = queue_take(q);
		struct arena scratch;
		struct lock_op op;
		if (o->fn[f].wrapper.verb)
			continue;
		arena_init(&scratch, "locks.wrapper");
		ops_body(o, o->arena, f, b);
		if (is_wrapper(o, &scratch, b, &op)) {
			o->fn[f].hands_on = escape_by_wrapper(o, b, &op);
			o->fn[f].wrapper = op;
			for (uint32_t i = c->first[f]; i < c->first[f + 1]; i++)
				if (!o->fn[c->caller[i]].operations && calls_that_matter(o, &o->fn[c->caller[i]]) == 1)
					queue_put(q, c->caller[i]);
		}
		arena_release(&scratch);
	}
}

/* Whoever calls a wrapper by name has an operation of his own. Others do not, and then it may release what it has not taken. */
static void note_wrappers(struct ops *o, struct body *b)
{
	bool others;

	for (uint32_t f = 1; f < o->p->fn.n; f++) {
		struct fn_ops *fn = &o->fn[f];
		if (!fn->wrapper.verb)
			continue;
		fn->touches = 0;
		ops_body(o, o->arena, f, b);
		for (uint32_t i = 0; i < b->inst.n; i++) {
			struct call_effect e = { 0 };
			if (b->inst.at[i].op == OP_call)
				ops_of_call(o, b, &b->inst.at[i], &e);
			for (uint32_t k = 0; k < e.n; k++)
				fn->wraps |= ops_bits(o, b, &b->inst.at[i], &e.op[k]);
		}
		others = fn->address_taken || o->callers.first[f] == o->callers.first[f + 1] ||
			 (!o->whole && program_sym(o->p, o->p->fn.at[f].sym)->linkage != LINK_STATIC);
		if (others && fn->wrapper.verb == VERB_RELEASE)
			ops_give_back(o, fn->wraps, (struct fn_id){ f });
		else if (others)
			o->kept |= fn->wraps;
	}
}

/* Once more, now that a call of a wrapper is an operation on a lock that the caller names, and not "any lock"; and only what is
 * not given back. */
static void scan_again(struct ops *o, struct body *b)
{
	for (uint32_t f = 1; f < o->p->fn.n; f++) {
		struct arena scratch;
		if (!o->fn[f].touches || o->fn[f].wrapper.verb)
			continue;
		arena_init(&scratch, "locks.balance");
		ops_body(o, o->arena, f, b);
		o->fn[f].touches = ops_changed_by(&scratch, o, b);
		arena_release(&scratch);
	}
	note_wrappers(o, b);
}

void ops_find(struct ops *o, struct arena *a, struct lockset *lockset)
{
	const struct program *p = lockset->points->p;
	struct body b = { 0 };
	struct arena scratch;
	struct queue q;

	*o = (struct ops){
		.arena = a, .p = p, .models = lockset->points->models, .lockset = lockset, .fn = arena_array(a, p->fn.n + 1, sizeof *o->fn)
	};
	o->bit_of = arena_new(a, struct map);
	arena_init(&scratch, "locks.scan");
	o->pointed = TOUCHES_ALL;
	memset(o->indirect, 0xff, sizeof o->indirect);
	scan(o, &b);
	o->callers = find_callers(a, o);
	q = queue_make(&scratch, p->fn.n);
	close_touches(o, &o->callers, &q);
	find_wrappers(o, &o->callers, &q, &b);
	o->whole = indirect_is_known(o);
	if (o->whole)
		memset(o->indirect, 0, sizeof o->indirect);
	escape_find(o, &b);
	scan_again(o, &b);
	do
		close_touches(o, &o->callers, &q);
	while (spread_indirect(o));
	for (uint32_t i = 0; i < o->held_call.n; i++) {
		struct held_call x = o->held_call.at[i];
		o->kept |= x.callee.i ? x.bits & o->fn[x.callee.i].touches : x.bits;
	}
	arena_release(&scratch);
}

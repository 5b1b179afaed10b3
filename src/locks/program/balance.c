/* Which locks are not as before when a function returns.
 *
 *     void count(struct conn *c) { lock(&c->stats); c->n++; unlock(&c->stats); }          nothing
 *     void drop(struct conn *c)  { unlock(&c->lock); free(c); }                           struct conn.lock
 *
 * Locks are told apart by the expression that names them (ops_expression), and for each one every path keeps how often it is held
 * more than at the entry: 0, 1, or more, as a set of what is possible at a block. A lock that is released at 0, or not at 0 at a
 * return, is changed; so is one that is initialised, destroyed, converted, or taken under a condition. Two names for one lock are
 * two locks here, and then both are changed.
 *
 * misses  an expression that names another lock at its second evaluation, because memory was written in between */
#include "code/loop.h"
#include "locks/program/ops.h"

enum { COUNT_0 = 1, COUNT_1 = 2, COUNT_MORE = 4, MOST_NAMES = 16 };

struct locks_name {
	uint64_t key, bits;
	bool changed, foreign; /* foreign: released where it was not taken */
};

struct balance {
	struct arena *a;
	struct ops *o;
	const struct body *b;
	struct locks_name name[MOST_NAMES];
	uint32_t names;
	uint64_t all; /* bits of every operation */
	bool many;    /* more names than there is room for */
	struct locks_name *now; /* that is followed */
};

static struct locks_name *name_of(struct balance *w, const struct inst *call, const struct lock_op *op)
{
	uint64_t key = ops_key(w->b, call, op);

	for (uint32_t i = 0; i < w->names; i++)
		if (w->name[i].key == key)
			return &w->name[i];
	return NULL;
}

static void add_name(struct balance *w, const struct inst *call, const struct lock_op *op)
{
	struct locks_name *n = name_of(w, call, op);
	uint64_t bits = ops_bits(w->o, w->b, call, op);
	bool plain =
		(op->verb == VERB_ACQUIRE && !op->conditional) || op->verb == VERB_RELEASE || op->verb == VERB_WAIT;

	w->all |= bits;
	if (!n && limit_full(LIMIT_locks_names, w->names)) {
		w->many = true;
		return;
	}
	if (!n) {
		n = &w->name[w->names++];
		*n = (struct locks_name){ .key = ops_key(w->b, call, op) };
	}
	n->bits |= bits;
	n->changed |= !plain;
}

static uint8_t acquired(uint8_t counts)
{
	return (uint8_t)((counts & COUNT_0 ? COUNT_1 : 0) | (counts & (COUNT_1 | COUNT_MORE) ? COUNT_MORE : 0));
}

static uint8_t released(uint8_t counts)
{
	return (uint8_t)((counts & (COUNT_0 | COUNT_1) ? COUNT_0 : 0) | (counts & COUNT_MORE ? COUNT_1 | COUNT_MORE : 0));
}

static uint8_t run_call(struct balance *w, const struct inst *call, struct locks_name *n, uint8_t counts)
{
	struct call_effect e;

	ops_of_call(w->o, w->b, call, &e);
	for (uint32_t k = 0; k < e.n; k++) {
		if (name_of(w, call, &e.op[k]) != n)
			continue;
		if (e.op[k].verb == VERB_RELEASE) {
			n->foreign |= (counts & COUNT_0) != 0;
			n->changed |= n->foreign;
			counts = released(counts);
		} else if (e.op[k].verb == VERB_ACQUIRE) {
			counts = acquired(counts);
		}
	}
	return counts;
}

/* A lock that is held may be released by whom it calls. */
static void note_call(struct balance *w, const struct inst *call, const struct locks_name *n, uint8_t counts)
{
	struct sym_id sym = body_callee(w->o->p, w->b, call);
	struct fn_id callee = sym.i ? program_sym(w->o->p, sym)->fn : (struct fn_id){ 0 };

	if ((counts & ~COUNT_0) && (!sym.i || callee.i))
		*vec_add(w->o->arena, &w->o->held_call) = (struct held_call){ callee, n->bits };
}

static uint8_t run_block(void *with, uint32_t block, uint8_t counts)
{
	struct balance *w = with;
	const struct block *at = &w->b->block.at[block];
	struct locks_name *n = w->now;

	for (uint32_t i = at->inst; i < at->inst + at->ninsts; i++)
		if (w->b->inst.at[i].op == OP_call) {
			note_call(w, &w->b->inst.at[i], n, counts);
			counts = run_call(w, &w->b->inst.at[i], n, counts);
		} else if (w->b->inst.at[i].op == OP_ret && (counts & ~COUNT_0)) {
			n->changed = true;
			w->o->kept |= n->bits;
		}
	return counts;
}

void ops_give_back(struct ops *o, uint64_t bits, struct fn_id by)
{
	for (uint32_t i = 0; i < 64; i++)
		if (bits >> i & 1)
			o->given_by[i] = !o->given_by[i] || o->given_by[i] == by.i ? by.i : UINT32_MAX;
	o->given_back |= bits;
}

bool ops_others_give_back(const struct ops *o, uint64_t bits, struct fn_id than)
{
	for (uint32_t i = 0; i < 64; i++)
		if ((bits & o->given_back) >> i & 1 && o->given_by[i] != than.i)
			return true;
	return false;
}

uint64_t ops_changed_by(struct arena *scratch, struct ops *o, const struct body *b)
{
	struct balance w = { .a = scratch, .o = o, .b = b };
	uint64_t changed = 0;

	for (uint32_t i = 0; i < b->inst.n; i++) {
		struct call_effect e;
		if (b->inst.at[i].flags & INST_TWICE)
			return ops_give_back(o, TOUCHES_ALL, (struct fn_id){ UINT32_MAX }), o->kept = TOUCHES_ALL;
		if (b->inst.at[i].op != OP_call)
			continue;
		ops_of_call(o, b, &b->inst.at[i], &e);
		for (uint32_t k = 0; k < e.n; k++)
			add_name(&w, &b->inst.at[i], &e.op[k]);
		if (!body_callee(o->p, b, &b->inst.at[i]).i || !e.body)
			changed |= e.touches;
	}
	if (w.many) {
		ops_give_back(o, w.all, (struct fn_id){ UINT32_MAX });
		o->kept |= w.all;
		return changed | w.all;
	}
	for (uint32_t i = 0; i < w.names; i++) {
		w.now = &w.name[i];
		(void)blocks_flow(scratch, b, (struct block_flow){ COUNT_0, run_block, NULL }, &w);
		changed |= w.name[i].changed ? w.name[i].bits : 0;
		ops_give_back(o, w.name[i].foreign ? w.name[i].bits : 0, b->fn);
	}
	return changed;
}

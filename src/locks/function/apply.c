/* What a call does to the locks of a state, and what is wrong with it. */
#include "code/address.h"
#include "locks/function/flow.h"

static uint64_t key_of(uint32_t rule, uint32_t inst)
{
	return map_pair(0x80000000u | rule, inst);
}

/* One incident for each operation: the first path that shows it is as good as any. */
static void report(struct flow *f, uint8_t rule, uint32_t inst, uint32_t lock, struct status status)
{
	uint32_t *known = map_at(f->arena, &f->seen, key_of(rule, inst));

	if (*known)
		return;
	*known = 1;
	*vec_add(f->arena, &f->incident) = (struct locks_incident){ rule, inst, lock & ~EXPR_DOUBT, status };
}

static uint32_t address_of_op(struct flow *f, const struct inst *call, const struct lock_op *op)
{
	if (op->base == AT_NAME)
		return expr_named(&f->k.exprs, op->at);
	if (op->index) {
		uint32_t at = flow_expr(f, ops_address(f->b, call, op)), number = flow_expr(f, body_arg(f->b, call, op->index));
		return expr_field(&f->k.exprs, expr_index(&f->k.exprs, at, number, op->stride), op->offset);
	}
	return expr_field(&f->k.exprs, flow_expr(f, ops_address(f->b, call, op)), op->offset);
}

static bool is_loop_phi(const struct flow *f, uint32_t i)
{
	const struct inst *in = &f->b->inst.at[i];
	uint32_t block = f->slice->block_of[i];

	for (uint32_t k = 0; in->op == OP_phi && k < in->nargs; k++)
		if (f->cfg->position[block] <= f->cfg->position[f->b->word.at[in->word + k]])
			return true;
	return false;
}

enum { PEEL_OPERANDS = PEEL_ADDRESS | PEEL_LOAD | PEEL_BINARY };

/* Whether the first operands lead to a variable that a loop changes. */
static bool leads_to_loop(const struct flow *f, struct ref r)
{
	struct peel x = peel(f->b, r, PEEL_OPERANDS);

	return x.in && is_loop_phi(f, (uint32_t)(x.in - f->b->inst.at));
}

/* The lock of one round of a loop is not the lock of the next. */
static bool is_loopy(const struct flow *f, struct ref address)
{
	struct peel x = { .b = f->b, .r = address };

	while (peel_step(&x, PEEL_OPERANDS))
		if (x.in->op == OP_index && leads_to_loop(f, body_arg(f->b, x.in, 1)))
			return true;
	return x.in && is_loop_phi(f, (uint32_t)(x.in - f->b->inst.at));
}

static void list_lock(struct flow *f, uint32_t term, uint32_t inst, uint32_t k)
{
	const struct inst *call = &f->b->inst.at[inst];
	const struct lock_op *op = &f->slice->effect[f->slice->effect_of[inst] - 1].op[k];
	uint32_t *at = map_at(f->arena, &f->lock_of, term & ~EXPR_DOUBT);
	struct lock_info *info;
	uint32_t name;

	if (!*at) {
		*vec_add(f->arena, &f->lock) = (struct lock_info){ .term = term & ~EXPR_DOUBT, .inst = inst, .op = k };
		*at = f->lock.n;
	}
	info = &f->lock.at[*at - 1];
	info->expression =
		ops_key(f->b, &f->b->inst.at[info->inst], &f->slice->effect[f->slice->effect_of[info->inst] - 1].op[info->op]);
	info->bits |= ops_bits(f->ops, f->b, call, op);
	name = ops_name(&f->names, call, op);
	info->recursive |= op->recursive || op->base == AT_NAME ? MUTEX_DEEP
								: lockset_is_recursive(f->ops->lockset, name, op->semaphore);
	info->semaphore |= op->semaphore;
	info->signal |= op->semaphore && !lockset_is_paired(f->ops->lockset, name);
}

static void forget_lock(struct flow *f, uint32_t term)
{
	struct status old = state_lock(&f->k, &f->now, term);

	state_set_lock(&f->k, &f->now, term, (struct status){ .kind = LOCK_LOST, .acquired = old.acquired });
}

/* The same, but that it was released in this function is still worth knowing. */
static void doubt_lock(struct flow *f, uint32_t term)
{
	struct status status = state_lock(&f->k, &f->now, term);

	status.kind = LOCK_LOST;
	status.flags = status.shared = status.count = 0;
	state_set_lock(&f->k, &f->now, term, status);
}

/* An address as bytes from its root: `at`, and `stride` times the term `number`, if there is one. */
struct locks_spot {
	uint32_t root, number;
	int64_t at, stride;
	bool known; /* false: more than that */
};

static struct locks_spot spot_of(const struct flow *f, uint32_t term)
{
	struct locks_spot s = { .known = true };
	const struct expr *x = expr_get(&f->k.exprs, term & ~EXPR_DOUBT);

	s.root = expr_root(&f->k.exprs, term, &s.at, &s.known);
	if (x->kind == EXPR_FIELD)
		x = expr_get(&f->k.exprs, x->a & ~EXPR_DOUBT);
	if (s.known || x->kind != EXPR_INDEX)
		return s;
	s.known = (x->a & ~EXPR_DOUBT) == s.root;
	s.number = x->b & ~EXPR_DOUBT;
	s.stride = x->k;
	return s;
}

/* Is the element that `s` is surely none that begins `bytes` behind its array, by what is known of its number? */
static bool is_elsewhere(const struct locks_spot *s, int64_t bytes, const struct fact *number)
{
	int64_t apart;

	if (s->stride <= 0 || __builtin_sub_overflow(bytes, s->at, &apart))
		return false;
	return apart % s->stride || fact_excludes(number, apart / s->stride);
}

/* Can two addresses be shown to differ? */
static bool differ(const struct flow *f, uint32_t a, uint32_t b)
{
	struct locks_spot x = spot_of(f, a), y = spot_of(f, b);
	uint8_t kind_a = (uint8_t)expr_get(&f->k.exprs, x.root)->kind, kind_b = (uint8_t)expr_get(&f->k.exprs, y.root)->kind;
	struct fact fact;

	if (x.root != y.root)
		return (kind_a == EXPR_SYM || kind_a == EXPR_NAMED) && (kind_b == EXPR_SYM || kind_b == EXPR_NAMED);
	if (!x.known || !y.known || (x.number && y.number))
		return false;
	if (!x.number && !y.number)
		return x.at != y.at;
	fact = state_fact(&f->k, &f->now, x.number ? x.number : y.number);
	return x.number ? is_elsewhere(&x, y.at, &fact) : is_elsewhere(&y, x.at, &fact);
}

/* What is known of the number of an element that is released where nothing is known of its lock: over all such paths. */
static void note_number(const struct flow *f, struct lock_info *info)
{
	struct locks_spot s = spot_of(f, info->term);
	struct fact fact = s.number ? state_fact(&f->k, &f->now, s.number) : (struct fact){ 0 };
	bool first = !info->released_first;

	info->low = first || fact.low < info->low ? fact.low : info->low;
	info->high = first || fact.high > info->high ? fact.high : info->high;
}

bool flow_is_other(const struct flow *f, uint32_t lock, const struct lock_info *released)
{
	struct locks_spot x = spot_of(f, lock), y = spot_of(f, released->term);
	struct fact fact = { .low = released->low, .high = released->high };

	return x.root == y.root && x.known && y.known && !x.number && (y.number ? is_elsewhere(&y, x.at, &fact) : x.at != y.at);
}

/* A lock that this path knew nothing of is taken or released: it may be another one of its class under a second name. Then what
 * is said of that one, that it is free or that it is held, is no longer sure. */
static void doubt_others(struct flow *f, uint32_t term, uint8_t kind)
{
	uint64_t bits = f->lock.at[map_get(&f->lock_of, term & ~EXPR_DOUBT) - 1].bits;

	for (uint32_t i = state_first(&f->now, SLOT_LOCK); i < state_end(&f->now, SLOT_LOCK); i++) {
		uint32_t other = slot_key(&f->now.slot.at[i]);
		if (other != (term & ~EXPR_DOUBT) && status_get(&f->k, f->now.slot.at[i].value).kind == kind &&
		    (f->lock.at[map_get(&f->lock_of, other) - 1].bits & bits) && !differ(f, term, other))
			doubt_lock(f, other);
	}
}

/* Nor is the thing that the lock is a member of: `if (mapping) unlock(&mapping->lock)`. */
static bool assume_thing(struct flow *f, uint32_t term)
{
	const struct expr *x = expr_get(&f->k.exprs, term & ~EXPR_DOUBT);

	return x->kind != EXPR_FIELD || state_assume_number(&f->k, &f->now, x->a, COMPARE_ne, 0);
}

/* False: nobody gets past this point. */
static bool acquire(struct flow *f, uint32_t inst, uint32_t k, uint32_t term, bool loopy)
{
	const struct lock_op *op = &f->slice->effect[f->slice->effect_of[inst] - 1].op[k];
	struct status old = state_lock(&f->k, &f->now, term), new = old;
	uint32_t odd = f->lock.at[map_get(&f->lock_of, term & ~EXPR_DOUBT) - 1].recursive;

	if (!state_assume_number(&f->k, &f->now, term, COMPARE_ne, 0) || !assume_thing(f, term))
		return false; /* what was locked is not null: `if (held) unlock(held)` */
	if (old.kind != LOCK_HELD) {
		if (old.kind != LOCK_FREE)
			doubt_others(f, term, LOCK_FREE);
		new = (struct status){ .kind = LOCK_HELD,
				       .shared = op->shared,
				       .count = 1,
				       .acquired = inst + 1,
				       .flags = loopy ? STATUS_LOOPY : 0 };
		state_set_lock(&f->k, &f->now, term, new);
		return true;
	}
	if (odd & MUTEX_CHECKED) { /* fails, if it is no recursive one */
		if (odd & MUTEX_DEEP)
			forget_lock(f, term);
		return true;
	}
	if (odd || (old.shared && op->shared)) {
		new.count += new.count < 100;
		state_set_lock(&f->k, &f->now, term, new);
		return true;
	}
	if (op->attempt || (term & EXPR_DOUBT) || (old.flags & STATUS_SHAKY)) {
		forget_lock(f, term);
		return true;
	}
	report(f, RULE_SELF_DEADLOCK, inst, term, old);
	return false;
}

static void note_first(const struct flow *f, struct lock_info *info, uint32_t inst)
{
	const uint32_t *position = f->cfg->position, *block_of = f->slice->block_of;

	if (!info->released_first || position[block_of[inst]] < position[block_of[info->released_first - 1]])
		info->released_first = inst + 1;
}

bool flow_is_private(const struct flow *f, uint32_t lock)
{
	const struct ops *o = f->ops;
	int64_t offset;
	bool exact;
	const struct expr *root = expr_get(&f->k.exprs, expr_root(&f->k.exprs, lock & ~EXPR_DOUBT, &offset, &exact));

	return root->kind == EXPR_SYM && (o->whole || program_sym(o->p, (struct sym_id){ root->a })->linkage == LINK_STATIC) &&
	       !map_get(&o->handed, root->a);
}

/* Does every way through the function come by here? */
static bool is_on_every_way(const struct flow *f, uint32_t inst)
{
	for (uint32_t i = 0; i < f->cfg->nreached; i++)
		if (body_end(f->b, f->cfg->order[i])->op == OP_ret &&
		    !cfg_dominates(f->cfg, f->slice->block_of[inst], f->cfg->order[i]))
			return false;
	return true;
}

/* Nobody can have the lock who calls: no function returns with one, or calls others with one in hand that release it. And the
 * function never takes such a lock itself; or it does on some ways, and releases it on all. */
static bool is_never_held(const struct flow *f, uint32_t lock, uint32_t inst)
{
	const struct ops *o = f->ops;
	uint64_t bits = f->lock.at[map_get(&f->lock_of, lock & ~EXPR_DOUBT) - 1].bits;
	uint32_t fn = f->b->fn.i;

	if ((!flow_is_private(f, lock) && !ops_are_ours(o, bits)) || (o->kept & bits))
		return false;
	if (o->fn[fn].wrapper.verb && o->callers.first[fn] != o->callers.first[fn + 1])
		return false; /* what its callers have taken is seen there */
	for (uint32_t i = 0; i < f->b->inst.n && !is_on_every_way(f, inst); i++) {
		uint32_t effect = f->slice->effect_of[i];
		for (uint32_t k = 0; effect && k < f->slice->effect[effect - 1].n; k++) {
			const struct lock_op *op = &f->slice->effect[effect - 1].op[k];
			if (op->verb != VERB_RELEASE && (ops_bits(o, f->b, &f->b->inst.at[i], op) & bits))
				return false;
		}
	}
	return true;
}

static void release(struct flow *f, uint32_t inst, uint32_t term)
{
	struct status old = state_lock(&f->k, &f->now, term), new = old;
	const struct lock_info *info = &f->lock.at[map_get(&f->lock_of, term & ~EXPR_DOUBT) - 1];
	bool recursive = info->recursive || info->semaphore; /* who gives one that nobody has makes room for one more */

	if (old.kind == LOCK_HELD && old.count > 1) {
		new.count--;
	} else {
		if (!old.kind || old.kind == LOCK_LOST)
			doubt_others(f, term, LOCK_HELD);
		if (!old.kind) {
			note_number(f, &f->lock.at[map_get(&f->lock_of, term & ~EXPR_DOUBT) - 1]);
			note_first(f, &f->lock.at[map_get(&f->lock_of, term & ~EXPR_DOUBT) - 1], inst);
		}
		if (old.kind == LOCK_FREE && !recursive && !(term & EXPR_DOUBT) && !(old.flags & STATUS_SHAKY))
			report(f, RULE_UNLOCK_UNHELD, inst, term, old);
		else if (!old.kind && !recursive && !(term & EXPR_DOUBT) && is_never_held(f, term, inst))
			report(f, RULE_UNLOCK_UNHELD, inst, term, old);
		new = (struct status){ .kind = LOCK_FREE, .why = WHY_RELEASED, .freed = inst + 1, .acquired = old.acquired };
		new.flags = old.flags & ~(uint32_t)STATUS_SHAKY;
	}
	state_set_lock(&f->k, &f->now, term, new);
}

/* Only a local variable is known to be nobody else's when it is initialised. */
static void initialise(struct flow *f, uint32_t inst, uint32_t term)
{
	int64_t offset;
	bool exact;
	const struct expr *root = expr_get(&f->k.exprs, expr_root(&f->k.exprs, term, &offset, &exact));
	uint32_t i = root->kind == EXPR_LEAF ? body_inst(f->b, root->a) : UINT32_MAX;

	if (i != UINT32_MAX && f->b->inst.at[i].op == OP_alloca)
		state_set_lock(&f->k, &f->now, term, (struct status){ .kind = LOCK_FREE, .why = WHY_FRESH, .freed = inst + 1 });
	else
		forget_lock(f, term);
}

/* The comparison that the result must pass; 0: no comparison says it. */
static uint8_t test_of(const struct event_test *when)
{
	return when->mask == -1 ? when->compare : 0;
}

/* Whether somebody asks an int result of a call that has no condition, as in `if (pthread_mutex_lock(&m) != 0)`. */
static bool is_asked(const struct flow *f, uint32_t inst)
{
	const struct inst *in = &f->b->inst.at[inst];

	if (!f->slice->used[body_value(f->b, inst)] || !in->type.i)
		return false;
	return program_type(f->ops->p, in->type)->kind == TYPE_INT && program_type(f->ops->p, in->type)->size == 32;
}

/* Which sign error numbers have here, by what the code asks: `if (err < 0)` means that they are negative. */
static uint8_t sign_of_failure(struct flow *f, uint32_t inst)
{
	uint32_t *known = map_at(f->arena, &f->sign, inst + 1), value = body_value(f->b, inst);

	for (uint32_t i = inst + 1; !*known && i < f->b->inst.n; i++) {
		const struct inst *in = &f->b->inst.at[i];
		struct ref x = in->op == OP_compare ? body_arg(f->b, in, 0) : ref_make(REF_NONE, 0);
		uint32_t from = body_inst_of(f->b, x);
		int64_t k;
		if (from != UINT32_MAX && f->b->inst.at[from].op == OP_cast) /* long ret = mutex_lock_interruptible() */
			x = body_arg(f->b, &f->b->inst.at[from], 0);
		if (ref_kind(x) != REF_VALUE || ref_index(x) != value ||
		    !expr_is_konst(&f->k.exprs, flow_expr(f, body_arg(f->b, in, 1)), &k) || k)
			continue;
		*known = in->sub == COMPARE_slt || in->sub == COMPARE_sge   ? COMPARE_slt
			 : in->sub == COMPARE_sgt || in->sub == COMPARE_sle ? COMPARE_sgt
									    : 0;
	}
	if (!*known)
		*known = COMPARE_ne;
	return (uint8_t)*known;
}

/* The path on which the attempt failed: the result says so, and the lock is as before, or known not to be held. */
static void fork_failure(struct flow *f, uint32_t inst, uint32_t next, uint32_t term, const struct lock_op *op)
{
	uint32_t result = expr_leaf(&f->k.exprs, body_value(f->b, inst));
	struct status old = state_lock(&f->k, &f->now, term);
	bool sure = op->conditional;
	uint8_t test = compare_negated(test_of(&op->when) ? test_of(&op->when) : COMPARE_eq);
	int64_t k = op->when.number;

	state_copy(f->arena, &f->one, f->now.slot.at, f->now.slot.n);
	if (old.kind != LOCK_HELD) {
		struct status failed = {
			.kind = sure ? LOCK_FREE : 0, .why = WHY_FAILED, .freed = inst + 1, .acquired = old.acquired
		};
		state_set_lock(&f->k, &f->one, term, sure ? failed : (struct status){ 0 });
	}
	if (test == COMPARE_ne && !k)
		test = sign_of_failure(f, inst);
	if (!state_assume_number(&f->k, &f->one, result, test, k))
		return;
	if (op->robust) {
		state_copy(f->arena, &f->other, f->one.slot.at, f->one.slot.n);
		state_set_lock(&f->k, &f->other, term, (struct status){ 0 });
		if (state_assume_number(&f->k, &f->other, result, COMPARE_eq, FLOW_OWNER_DIED))
			flow_fork(f, &f->other, next);
		if (!state_assume_number(&f->k, &f->one, result, COMPARE_ne, FLOW_OWNER_DIED))
			return;
	}
	flow_fork(f, &f->one, next);
}

/* Surely checks for errors: who has it is told so. */
static bool fails_again(const struct flow *f, uint32_t term)
{
	return f->lock.at[map_get(&f->lock_of, term & ~EXPR_DOUBT) - 1].recursive == MUTEX_CHECKED;
}

static bool acquire_if(struct flow *f, uint32_t inst, uint32_t next, uint32_t k, uint32_t term, bool loopy)
{
	const struct lock_op *op = &f->slice->effect[f->slice->effect_of[inst] - 1].op[k];
	bool conditional = op->conditional;
	uint32_t result;
	uint8_t test = conditional ? test_of(&op->when) : COMPARE_eq;
	int64_t number = op->when.number;

	if (!conditional && !is_asked(f, inst))
		return acquire(f, inst, k, term, loopy);
	if (op->semaphore && !op->attempt && !f->slice->used[body_value(f->b, inst)])
		return acquire(f, inst, k, term, loopy); /* nobody looks whether it failed: it does not, for all they know */
	if (conditional && (!f->slice->used[body_value(f->b, inst)] || !test)) {
		if (state_lock(&f->k, &f->now, term).kind != LOCK_HELD)
			forget_lock(f, term);
		return true;
	}
	if (state_lock(&f->k, &f->now, term).kind == LOCK_HELD && fails_again(f, term)) {
		result = expr_leaf(&f->k.exprs, body_value(f->b, inst));
		if (!op->attempt)
			return state_assume_number(&f->k, &f->now, result, COMPARE_eq, MUTEX_DEADLOCK);
		fork_failure(f, inst, next, term, op);
		return false;
	}
	if (!conditional && state_lock(&f->k, &f->now, term).kind == LOCK_HELD)
		return acquire(f, inst, k, term, loopy); /* held already: it does not come back to say that it failed */
	fork_failure(f, inst, next, term, op);
	result = expr_leaf(&f->k.exprs, body_value(f->b, inst));
	return state_assume_number(&f->k, &f->now, result, test, number) && acquire(f, inst, k, term, loopy);
}

static bool apply_op(struct flow *f, uint32_t inst, uint32_t next, uint32_t k, uint32_t term)
{
	const struct inst *call = &f->b->inst.at[inst];
	const struct lock_op *op = &f->slice->effect[f->slice->effect_of[inst] - 1].op[k];
	struct status status;

	if (!term)
		return true;
	list_lock(f, term, inst, k); /* every lock that gets a slot is listed */
	if (f->lock.at[map_get(&f->lock_of, term & ~EXPR_DOUBT) - 1].signal)
		return true;
	switch (op->verb) {
	case VERB_ACQUIRE:
		return acquire_if(f, inst, next, k, term, is_loopy(f, ops_address(f->b, call, op)) ||
				  (op->index && leads_to_loop(f, body_arg(f->b, call, op->index))));
	case VERB_RELEASE:
		release(f, inst, term);
		return true;
	case VERB_INIT:
		initialise(f, inst, term);
		return true;
	case VERB_WAIT: /* held before and after; a lock that was known to be free is now unknown */
		status = state_lock(&f->k, &f->now, term);
		if (status.kind == LOCK_FREE)
			forget_lock(f, term);
		return true;
	default:
		forget_lock(f, term);
		return true;
	}
}

static void drop_touched(struct flow *f, uint64_t touches)
{
	for (uint32_t i = state_first(&f->now, SLOT_LOCK); i < state_end(&f->now, SLOT_LOCK); i++) {
		uint32_t lock = slot_key(&f->now.slot.at[i]);
		if (f->lock.at[map_get(&f->lock_of, lock) - 1].bits & touches)
			forget_lock(f, lock);
	}
}

/* A function from outside that gets the lock, or the object that it is in, may do with it what it likes. */
static void drop_passed(struct flow *f, const struct inst *call)
{
	for (uint32_t k = 1; k < call->nargs; k++) {
		struct ref r = body_arg(f->b, call, k);
		uint32_t passed = ref_kind(r) == REF_KONST ? 0 : flow_expr(f, r) & ~EXPR_DOUBT;
		for (uint32_t i = state_first(&f->now, SLOT_LOCK); passed && i < state_end(&f->now, SLOT_LOCK); i++) {
			uint32_t lock = slot_key(&f->now.slot.at[i]);
			int64_t offset;
			bool exact;
			if (lock == passed || expr_root(&f->k.exprs, lock, &offset, &exact) == passed)
				forget_lock(f, lock);
		}
	}
}

bool flow_apply(struct flow *f, uint32_t inst, uint32_t next, const struct call_effect *e)
{
	const struct inst *call = &f->b->inst.at[inst];
	uint32_t term[OPS_OF_CALL];

	if (e->ends)
		return false;
	for (uint32_t k = 0; k < e->n; k++)
		term[k] = address_of_op(f, call, &e->op[k]);
	if (e->touches)
		drop_touched(f, e->touches);
	if (!e->body && !e->modelled)
		drop_passed(f, call);
	if (f->slice->used[body_value(f->b, inst)])
		flow_fresh(f, body_value(f->b, inst));
	if (e->address && f->slice->used[body_value(f->b, inst)] &&
	    !state_assume_number(&f->k, &f->now, expr_leaf(&f->k.exprs, body_value(f->b, inst)), COMPARE_ne, 0))
		return false;
	for (uint32_t k = 0; k < e->n; k++)
		if (!apply_op(f, inst, next, k, term[k]))
			return false;
	return true;
}

#include "locks/function/flow.h"

#include <string.h>

#include "base/diag.h"

/* An empty state is interned as one slot of zeros, which no state has: the interner's empty string means none. */
const struct slot *flow_slots(const struct flow *f, uint32_t state, uint32_t *n)
{
	const struct slot *slot = (const struct slot *)(const void *)intern_get(&f->k.state, state);

	*n = intern_length(&f->k.state, state) / sizeof(struct slot);
	if (*n == 1 && !slot->key && !slot->value)
		*n = 0;
	return slot;
}

uint32_t flow_expr(struct flow *f, struct ref r)
{
	uint32_t t;

	if (ref_kind(r) == REF_VALUE) {
		t = state_get(&f->now, SLOT_VALUE, ref_index(r));
		return t ? t : expr_leaf(&f->k.exprs, ref_index(r));
	}
	t = expr_of_constant(&f->k.exprs, r);
	/* a constant without a term (a float) is a named thing of its own */
	return t ? t : expr_named(&f->k.exprs, r.bits);
}

void flow_fresh(struct flow *f, uint32_t value)
{
	state_forget(&f->k, &f->now, value);
	state_set(f->arena, &f->now, SLOT_VALUE, value, 0);
}

void flow_fork(struct flow *f, const struct locks_state *s, uint32_t next)
{
	struct locks_fork *k = vec_add(f->arena, &f->fork);

	k->next = next;
	state_copy(f->arena, &k->state, s->slot.at, s->slot.n);
}

static uint32_t keep_state(struct flow *f, const struct locks_state *s)
{
	static const struct slot none = { 0, 0 };

	if (!s->slot.n)
		return intern_bytes(&f->k.state, &none, sizeof none);
	return intern_bytes(&f->k.state, s->slot.at, s->slot.n * sizeof *s->slot.at);
}

static void add_state(struct flow *f, uint32_t block, uint32_t id)
{
	struct block_states *at = &f->at[block];
	uint32_t *known = map_at(f->arena, &f->seen, map_pair(block, id));

	if (*known)
		return;
	*known = 1;
	if (limit_full(LIMIT_locks_states, at->list.n)) {
		f->gave_up = true;
		return;
	}
	*vec_add(f->arena, &at->list) = (struct block_state){ id, false };
}

static bool leaf_is_live(const struct flow *f, uint32_t block, uint32_t value)
{
	return slice_live(f->slice, block, f->slice->number[value]);
}

struct leaf_test {
	const struct flow *f;
	uint32_t block;
	uint64_t held; /* leaves in what is kept anyway */
};

static bool leaf_matters(const void *context, uint32_t value)
{
	const struct leaf_test *t = context;

	return (t->held & expr_leaf_bit(value)) || leaf_is_live(t->f, t->block, value);
}

static bool expr_matters(const struct leaf_test *t, uint32_t term)
{
	return !expr_leaves(&t->f->k.exprs, term) || expr_all_leaves(&t->f->k.exprs, term, leaf_matters, t);
}

static bool may_come_again(const struct flow *f, uint32_t block, uint32_t term)
{
	const struct expr *n = expr_get(&f->k.exprs, term);

	return n->kind != EXPR_PURE ||
	       slice_live(f->slice, block, map_get(&f->slice->shape, slice_pure(n->sub >> 8, n->sub & 255)));
}

uint32_t flow_shape(const struct flow *f, const struct expr *cell)
{
	int64_t offset;
	bool exact;
	const struct expr *root = expr_get(&f->k.exprs, expr_root(&f->k.exprs, cell->a, &offset, &exact));
	uint32_t sym = root->kind == EXPR_SYM ? root->a : 0;

	if (cell->sub)
		return map_get(&f->slice->shape, slice_pure(OP_call, cell->sub));

	return map_get(&f->slice->shape, slice_shape((struct type_id){ cell->width }, sym, offset, exact));
}

/* Is the term a part of what a live value or a live cell holds? Then it is tested whenever that one is. Cells that are not
 * live have the value 0 here. */
static bool is_held(const struct flow *f, uint32_t block, const struct locks_state *s, uint32_t term)
{
	for (uint32_t i = state_first(s, SLOT_VALUE); i < s->slot.n; i++) {
		const struct slot *slot = &s->slot.at[i];
		if (slot_kind(slot) == SLOT_VALUE ? slot_key(slot) && leaf_is_live(f, block, slot_key(slot)) :
						    slot_kind(slot) == SLOT_CELL && slot->value)
			if (expr_has(&f->k.exprs, slot->value, term))
				return true;
	}
	return false;
}

/* Drops what nobody asks for behind the phis of `block`, so that equal futures have equal states. */
static void drop_dead(struct flow *f, uint32_t block, struct locks_state *s)
{
	struct leaf_test t = { f, block, 0 };
	uint32_t keep = 0;

	for (uint32_t i = state_first(s, SLOT_VALUE); i < state_end(s, SLOT_VALUE); i++)
		if (slot_key(&s->slot.at[i]) == 0 || leaf_is_live(f, block, slot_key(&s->slot.at[i])))
			t.held |= expr_leaves(&f->k.exprs, s->slot.at[i].value);
	for (uint32_t i = state_first(s, SLOT_CELL); i < s->slot.n; i++) {
		const struct expr *cell = expr_get(&f->k.exprs, slot_key(&s->slot.at[i]));
		if (slice_live(f->slice, block, flow_shape(f, cell)) && expr_matters(&t, slot_key(&s->slot.at[i])))
			t.held |= expr_leaves(&f->k.exprs, s->slot.at[i].value);
		else
			s->slot.at[i].value = 0;
	}
	for (uint32_t i = 0; i < s->slot.n; i++) {
		const struct slot *slot = &s->slot.at[i];
		bool live = true;
		if (slot_kind(slot) == SLOT_FACT)
			live = expr_matters(&t, slot_key(slot)) &&
			       (may_come_again(f, block, slot_key(slot)) || is_held(f, block, s, slot_key(slot)));
		else if (slot_kind(slot) == SLOT_VALUE && slot_key(slot))
			live = leaf_is_live(f, block, slot_key(slot));
		else if (slot_kind(slot) == SLOT_CELL)
			live = slot->value != 0;
		if (live)
			s->slot.at[keep++] = *slot;
	}
	s->slot.n = keep;
}

static uint32_t incoming(struct flow *f, const struct inst *phi, uint32_t from)
{
	for (uint32_t k = 0; k < phi->nargs; k++)
		if (f->b->word.at[phi->word + k] == from)
			return flow_expr(f, body_arg(f->b, phi, k));
	return 0;
}

/* May the term be carried round a loop? Only what does not grow from round to round. */
static bool survives_loop(const struct flow *f, uint32_t term)
{
	const struct expr *n = expr_get(&f->k.exprs, term);

	return n->kind == EXPR_KONST || n->kind == EXPR_SYM || (n->kind == EXPR_LEAF && n->a <= f->b->param.n);
}

struct bound {
	bool is, upper;
	int64_t k;
};

/* A counter goes on by a constant step from a round that passed the test of its loop: it ends no further than the number it is
 * tested against. `for (i = 0; i < 10; i++)` ends with i == 10, and `if (i == 10)` behind it is no second opinion. */
static struct bound bound_of(struct flow *f, uint32_t phi, uint32_t from)
{
	const struct inst *in = &f->b->inst.at[body_inst(f->b, phi)];
	struct bound best = { 0 };
	struct fact fact;
	uint32_t value;
	int64_t step = 0;

	for (uint32_t k = 0; k < in->nargs; k++)
		if (f->b->word.at[in->word + k] == from &&
		    (!slice_is_step(f->ops->p, f->b, body_arg(f->b, in, k), &value, &step) || value != phi))
			return best;
	fact = state_fact(&f->k, &f->now, flow_expr(f, ref_make(REF_VALUE, phi)));
	if (step == 0 || (step > 0 ? fact.high > INT32_MAX : fact.low < INT32_MIN))
		return best;
	for (uint32_t i = 0; i < f->slice->threshold.n; i++) {
		const struct threshold *t = &f->slice->threshold.at[i];
		if (t->value != phi || (step > 0 ? t->k < fact.high + step : t->k > fact.low + step))
			continue;
		if (!best.is || (step > 0 ? t->k < best.k : t->k > best.k))
			best = (struct bound){ true, step > 0, t->k };
	}
	return best;
}

/* All phis of a block at once, from their values before. */
static void run_phis(struct flow *f, uint32_t from, uint32_t to)
{
	const struct block *block = &f->b->block.at[to];
	bool back = f->cfg->position[to] <= f->cfg->position[from];
	uint32_t n = 0, *value;

	while (n < block->ninsts && f->b->inst.at[block->inst + n].op == OP_phi)
		n++;
	if (!n)
		return;
	f->phi.n = 0;
	vec_reserve(f->arena, &f->phi, n);
	value = f->phi.at;
	memset(value, 0, n * sizeof *value);
	for (uint32_t i = 0; i < n; i++)
		if (f->slice->used[body_value(f->b, block->inst + i)]) {
			value[i] = incoming(f, &f->b->inst.at[block->inst + i], from);
			if (value[i] && back && !survives_loop(f, value[i]))
				value[i] = 0;
		}
	for (bool changed = back; changed;) {
		changed = false;
		for (uint32_t i = 0; i < n; i++)
			for (uint32_t j = 0; j < n; j++)
				if (value[i] && !value[j] &&
				    expr_has_leaf(&f->k.exprs, value[i], body_value(f->b, block->inst + j)))
					value[i] = 0, changed = true;
	}
	for (uint32_t i = 0; i < n; i++) {
		uint32_t phi = body_value(f->b, block->inst + i);
		struct bound bound = { 0 };
		if (value[i] || !f->slice->used[phi])
			continue;
		if (back)
			bound = bound_of(f, phi, from);
		flow_fresh(f, phi);
		if (bound.is &&
		    !state_assume_number(&f->k, &f->now, expr_leaf(&f->k.exprs, phi), bound.upper ? COMPARE_sle : COMPARE_sge, bound.k))
			BUG("a fresh value with facts");
	}
	for (uint32_t i = 0; i < n; i++)
		if (value[i])
			state_set(f->arena, &f->now, SLOT_VALUE, body_value(f->b, block->inst + i), value[i]);
}

/* A jump that somebody wrote, and not the end of a branch: the compiler gives the latter the place of the statement before it. */
static bool is_statement(const struct body *b, uint32_t block)
{
	const struct inst *jump = body_end(b, block);
	const struct loc *at = &b->loc.at[jump->loc], *before;

	if (jump->op != OP_br || !at->line)
		return false;
	if (b->block.at[block].ninsts == 1)
		return true;
	before = &b->loc.at[jump[-1].loc];
	return before->line != at->line || before->column != at->column;
}

/* An attempt fails because the lock is busy. On a path where the result was found to be neither success nor one certain other
 * number, nobody knows what happened: `if (try() == EBUSY) lock();` leaves success for the other branch. */
static void doubt_failures(struct flow *f, struct locks_state *s)
{
	for (uint32_t i = state_first(s, SLOT_LOCK); i < state_end(s, SLOT_LOCK);) {
		struct status status = status_get(&f->k, s->slot.at[i].value);
		uint32_t lock = slot_key(&s->slot.at[i]), others = 0;
		struct fact fact;
		i++;
		if (status.kind != LOCK_FREE || status.why != WHY_FAILED)
			continue;
		fact = state_fact(&f->k, s, expr_leaf(&f->k.exprs, body_value(f->b, status.freed - 1)));
		for (uint64_t k = 0; k < fact.holes; k++)
			others += fact.hole[k] != 0 && fact.hole[k] != FLOW_OWNER_DIED;
		if (fact.low != fact.high && others) {
			state_set(f->arena, s, SLOT_LOCK, lock, 0);
			i--;
		}
	}
}

struct loop {
	const struct flow *f;
	uint32_t header;
	uint32_t first, last; /* positions in reverse postorder */
};

static bool is_outside(const void *context, uint32_t value)
{
	const struct loop *l = context;
	uint32_t i = body_inst(l->f->b, value), at;

	if (i == UINT32_MAX || (l->f->b->inst.at[i].op == OP_phi && l->f->slice->block_of[i] == l->header))
		return true; /* a phi of the header has just begun its new round */
	at = l->f->cfg->position[l->f->slice->block_of[i]];
	return at < l->first || at > l->last;
}

/* What a round found out about its own unknowns says nothing about the next round. What was known before the loop stays. */
static void end_round(struct flow *f, uint32_t from, uint32_t to)
{
	struct loop l = { f, to, f->cfg->position[to], f->cfg->position[from] };
	uint32_t keep = 0;

	for (uint32_t i = 0; i < f->now.slot.n; i++) {
		const struct slot *slot = &f->now.slot.at[i];
		uint32_t about = slot_kind(slot) == SLOT_FACT ? slot_key(slot) : slot_kind(slot) == SLOT_CELL ? slot->value : 0;
		if (about && expr_leaves(&f->k.exprs, about) && !expr_all_leaves(&f->k.exprs, about, is_outside, &l))
			continue;
		f->now.slot.at[keep++] = *slot;
	}
	f->now.slot.n = keep;
}

/* Goes from one block to another with the state `s`, which is used up. Value 0 remembers the jump that led to a return: after
 * mem2reg a function has one return, and the jump is where the source says "return". */
static void go(struct flow *f, const struct locks_state *s, uint32_t from, uint32_t to)
{
	state_copy(f->arena, &f->now, s->slot.at, s->slot.n);
	doubt_failures(f, &f->now);
	run_phis(f, from, to);
	if (f->cfg->position[to] <= f->cfg->position[from])
		end_round(f, from, to);
	if (body_end(f->b, to)->op == OP_ret && is_statement(f->b, from))
		state_set(f->arena, &f->now, SLOT_VALUE, 0,
			  expr_konst(&f->k.exprs, (int64_t)(body_end(f->b, from) - f->b->inst.at)));
	drop_dead(f, to, &f->now);
	add_state(f, to, keep_state(f, &f->now));
}

static bool is_parameter(const void *context, uint32_t value)
{
	return value <= *(const uint32_t *)context;
}

/* Held locks remember that a parameter was tested: `if (!keep) unlock()` is a contract, not a mistake. */
static void note_test(struct flow *f, struct locks_state *s, uint32_t condition)
{
	uint32_t params = f->b->param.n;

	if (!expr_all_leaves(&f->k.exprs, condition, is_parameter, &params))
		return;
	for (uint32_t i = state_first(s, SLOT_LOCK); i < state_end(s, SLOT_LOCK); i++) {
		struct status status = status_get(&f->k, s->slot.at[i].value);
		if (status.kind != LOCK_HELD)
			continue;
		status.flags |= STATUS_TESTED;
		state_set_lock(&f->k, s, slot_key(&s->slot.at[i]), status);
	}
}

struct since {
	const struct flow *f;
	uint32_t inst; /* of the last thing that happened to a lock */
};

static bool is_newer(const void *context, uint32_t value)
{
	const struct since *s = context;
	uint32_t i = body_inst(s->f->b, value), at, of;

	if (i == UINT32_MAX)
		return false;
	at = s->f->cfg->position[s->f->slice->block_of[i]];
	of = s->f->cfg->position[s->f->slice->block_of[s->inst]];
	return at != of ? at > of : i > s->inst;
}

/* `if (!x->mine) { lock(); set_mine(x); }   if (x->mine) unlock();`
 * The second test asks what the first one asked, but the call may have changed it: the path on which it is the same decides
 * about a lock by something that is in doubt. That is no evidence against the lock, unless the condition was first looked at
 * when the lock was already as it is. */
static void note_doubt(struct flow *f, struct locks_state *s, uint32_t condition)
{
	for (uint32_t i = state_first(s, SLOT_LOCK); i < state_end(s, SLOT_LOCK); i++) {
		struct status status = status_get(&f->k, s->slot.at[i].value);
		struct since since = { f, (status.kind == LOCK_HELD ? status.acquired : status.freed) - 1 };
		if (since.inst == UINT32_MAX || expr_all_leaves(&f->k.exprs, condition, is_newer, &since))
			continue;
		status.flags |= STATUS_SHAKY;
		state_set_lock(&f->k, s, slot_key(&s->slot.at[i]), status);
	}
}

static void run_branch(struct flow *f, const struct inst *in, uint32_t block)
{
	uint32_t condition = flow_expr(f, body_arg(f->b, in, 0));
	enum truth truth = state_truth(&f->k, &f->now, condition);

	if (truth == UNKNOWN)
		note_test(f, &f->now, condition);
	else if (condition & EXPR_DOUBT)
		note_doubt(f, &f->now, condition);
	state_copy(f->arena, &f->before, f->now.slot.at, f->now.slot.n);
	for (uint32_t side = 0; side < 2; side++) {
		if (truth == (side == 0 ? FALSE : TRUE))
			continue;
		state_copy(f->arena, &f->one, f->before.slot.at, f->before.slot.n);
		if (truth != UNKNOWN || state_assume(&f->k, &f->one, condition, side == 0))
			go(f, &f->one, block, f->b->word.at[in->word + side]);
	}
}

static void run_switch(struct flow *f, const struct inst *in, uint32_t block)
{
	uint32_t condition = flow_expr(f, body_arg(f->b, in, 0));
	bool possible = true;

	note_test(f, &f->now, condition);
	if (condition & EXPR_DOUBT)
		note_doubt(f, &f->now, condition);
	state_copy(f->arena, &f->before, f->now.slot.at, f->now.slot.n);
	state_copy(f->arena, &f->other, f->before.slot.at, f->before.slot.n);
	for (uint32_t k = 1; k < in->nargs; k++) {
		uint32_t number = flow_expr(f, body_arg(f->b, in, k));
		int64_t n;
		state_copy(f->arena, &f->one, f->before.slot.at, f->before.slot.n);
		if (expr_is_konst(&f->k.exprs, number, &n)) {
			possible = possible && state_assume_number(&f->k, &f->other, condition, COMPARE_ne, n);
			if (!state_assume_number(&f->k, &f->one, condition, COMPARE_eq, n))
				continue;
		}
		go(f, &f->one, block, f->b->word.at[in->word + k]);
	}
	if (possible)
		go(f, &f->other, block, f->b->word.at[in->word]);
}

static uint8_t answer_of(struct flow *f, uint32_t term)
{
	struct fact fact = state_fact(&f->k, &f->now, term);

	if (fact.low == 0 && fact.high == 0)
		return ANSWER_ZERO;
	if (fact.high < 0)
		return ANSWER_NEGATIVE;
	if (fact.low > 0)
		return ANSWER_POSITIVE;
	return fact_excludes(&fact, 0) ? ANSWER_NOT_ZERO : ANSWER_UNKNOWN;
}

/* A condition that is returned: 1 or 0 by what is known about it. */
static uint8_t answer_of_condition(struct flow *f, uint32_t term)
{
	uint8_t answer = answer_of(f, term);
	enum truth truth;

	if (answer != ANSWER_UNKNOWN && answer != ANSWER_POSITIVE)
		return answer;
	truth = state_truth(&f->k, &f->now, term);
	return truth == FALSE ? ANSWER_ZERO : truth == TRUE && answer == ANSWER_UNKNOWN ? ANSWER_NOT_ZERO : answer;
}

static bool is_same_exit(const struct exit *a, const struct exit *b)
{
	return a->inst == b->inst && a->locks == b->locks && a->value == b->value && a->answer == b->answer;
}

static void run_ret(struct flow *f, const struct inst *in)
{
	struct exit e = { .inst = (uint32_t)(in - f->b->inst.at), .answer = ANSWER_NONE };
	uint32_t jump = state_get(&f->now, SLOT_VALUE, 0);
	int64_t n;

	if (jump && expr_is_konst(&f->k.exprs, jump, &n))
		e.inst = (uint32_t)n;
	if (in->nargs) {
		e.value = flow_expr(f, body_arg(f->b, in, 0)) & ~EXPR_DOUBT;
		e.answer = answer_of_condition(f, e.value);
	}
	f->now.slot.n = state_end(&f->now, SLOT_LOCK);
	e.locks = keep_state(f, &f->now);
	for (uint32_t i = 0; i < f->exit.n; i++)
		if (is_same_exit(&f->exit.at[i], &e))
			return;
	*vec_add(f->arena, &f->exit) = e;
}

/* A condition that decides nothing about locks is not looked at. */
static bool is_asked(const struct flow *f, const struct inst *in)
{
	struct ref r = body_arg(f->b, in, 0);

	return ref_kind(r) != REF_VALUE || f->slice->used[ref_index(r)];
}

static void run_terminator(struct flow *f, const struct inst *in, uint32_t block)
{
	const uint32_t *to;
	uint32_t n;

	if (in->op == OP_ret) {
		run_ret(f, in);
	} else if (in->op == OP_branch && is_asked(f, in)) {
		run_branch(f, in, block);
	} else if (in->op == OP_switch && is_asked(f, in)) {
		run_switch(f, in, block);
	} else {
		to = body_successors(f->b, block, &n);
		state_copy(f->arena, &f->before, f->now.slot.at, f->now.slot.n);
		for (uint32_t k = 0; k < n; k++)
			go(f, &f->before, block, to[k]);
	}
}

/* From instruction todo[next] of the block to its end, with the state `now`. */
static void run_rest(struct flow *f, uint32_t block, uint32_t next)
{
	uint32_t end = f->slice->first_todo[block + 1];

	for (; next < end; next++) {
		uint32_t i = f->slice->todo[next];
		f->steps++;
		if (op_is_terminator(f->b->inst.at[i].op) && f->b->inst.at[i].op != OP_asm_goto) {
			run_terminator(f, &f->b->inst.at[i], block);
			return;
		}
		if (!flow_run_inst(f, i, next + 1))
			return;
		if (f->b->inst.at[i].op == OP_asm_goto)
			run_terminator(f, &f->b->inst.at[i], block);
	}
}

static void run_block(struct flow *f, uint32_t block, uint32_t state)
{
	uint32_t n;
	const struct slot *slot = flow_slots(f, state, &n);

	state_copy(f->arena, &f->now, slot, n);
	run_rest(f, block, f->slice->first_todo[block]);
	while (f->fork.n && !f->gave_up) {
		struct locks_fork *k = &f->fork.at[--f->fork.n];
		uint32_t next = k->next;
		state_copy(f->arena, &f->now, k->state.slot.at, k->state.slot.n);
		run_rest(f, block, next);
	}
}

/* What callers pass. False: nobody calls it. */
static bool assume_given(struct flow *f, struct locks_state *s)
{
	bool possible = true;

	for (uint32_t k = 0; f->given && k < GIVEN_PARAMS && k < f->b->param.n; k++) {
		const struct fact *g = &f->given[k];
		uint32_t param = expr_leaf(&f->k.exprs, k + 1);
		possible = possible && state_assume_number(&f->k, s, param, COMPARE_sge, g->low) &&
			   state_assume_number(&f->k, s, param, COMPARE_sle, g->high);
		for (uint32_t i = 0; i < g->holes; i++)
			possible = possible && state_assume_number(&f->k, s, param, COMPARE_ne, g->hole[i]);
	}
	return possible;
}

/* Sweeps in reverse postorder; a block runs in a sweep if it has a state that it has not run. */
static void run_all(struct flow *f)
{
	uint64_t most = 400000 + 100 * (uint64_t)f->b->inst.n;
	bool again = true;
	struct locks_state empty = { 0 };

	f->at = arena_array(f->arena, f->b->block.n, sizeof *f->at);
	if (assume_given(f, &empty))
		add_state(f, 0, keep_state(f, &empty));
	while (again && !f->gave_up) {
		again = false;
		for (uint32_t n = 0; n < f->cfg->nreached && !f->gave_up; n++) {
			struct block_states *at = &f->at[f->cfg->order[n]];
			for (uint32_t i = 0; i < at->list.n && !f->gave_up; i++) {
				if (at->list.at[i].done)
					continue;
				at->list.at[i].done = true;
				run_block(f, f->cfg->order[n], at->list.at[i].id);
				again = true;
				f->gave_up |= f->steps > most;
			}
		}
	}
}

void flow_run(struct flow *f)
{
	knowledge_init(&f->k, f->arena, f->ops->p, f->b);
	f->names = lockset_values(f->ops->lockset, f->arena, f->b);
	run_all(f);
}

/* Which locks are held at each place (RELAY, section 3.2, Figure 4), on paths that are told apart as long as their locks differ.
 *
 * Each block keeps a few states: a lockset and what was tested on the way. Two states with the same lockset become one that
 * knows what both know; so the test of a try-lock, a flag tested at both ends and the value returned stay tied to the locks they
 * go with, and everything else is joined at once. Too many states are joined into one: held is what all hold. */
#include <string.h>

#include "base/recogniser.h"
#include "points/failing.h"
#include "code/test.h"
#include "summary/function/known.h"

/* ---- states at blocks ---- */

static void push(struct work *w, uint32_t block)
{
	if (w->queued[block])
		return;
	w->queued[block] = true;
	*vec_add(w->arena, &w->todo) = block;
}

static void join_all(struct work *w, struct states_at *at, const struct path_state *s)
{
	struct path_state *first = &at->at[0];
	bool changed = false;

	for (uint32_t i = 1; i < at->n; i++) {
		first->lockset = locks_join(w, first->lockset, at->at[i].lockset);
		known_join(first, &at->at[i]);
		changed = true;
	}
	at->n = 1;
	at->joined = true;
	if (s) {
		uint32_t lockset = locks_join(w, first->lockset, s->lockset);
		changed |= lockset != first->lockset;
		first->lockset = lockset;
		changed |= known_join(first, s);
	}
	if (changed)
		at->done = 0;
}

static void arrive(struct work *w, uint32_t block, const struct path_state *came)
{
	struct states_at *at = &w->at[block];
	const struct path_state s = *came;

	if (!at->at)
		at->at = arena_array(w->arena, STATES_MOST, sizeof *at->at);
	if (at->joined) {
		uint32_t done = at->done;
		at->done = 1;
		join_all(w, at, &s);
		if (!at->done)
			push(w, block);
		else
			at->done = done;
		return;
	}
	for (uint32_t i = 0; i < at->n; i++) {
		if (at->at[i].lockset != s.lockset)
			continue;
		if (known_join(&at->at[i], &s)) {
			at->done &= ~(1u << i);
			push(w, block);
		}
		return;
	}
	if (limit_full(LIMIT_summary_states, at->n) || limit_over(LIMIT_summary_visits, w->todo.n)) {
		join_all(w, at, &s);
	} else {
		at->at[at->n] = s;
		at->done &= ~(1u << at->n++);
	}
	push(w, block);
}

/* ---- branches ---- */

/* A state, for tests: what it knows for sure are numbers. */
struct summary_tests {
	struct work *w;
	const struct path_state *s;
};

static struct test_node look(const void *tests, struct ref r)
{
	const struct work *w = ((const struct summary_tests *)tests)->w;

	return test_look(&(struct test_code){ w->p, &w->b }, r);
}

static bool number(const void *tests, struct ref r, int64_t *k)
{
	const struct summary_tests *x = tests;
	struct fact f = known_look(x->w, x->s, work_ref(x->w, r));

	*k = f.low;
	return fact_is_exact(&f);
}

static bool assume_test(struct work *w, struct path_state *s, const struct test *t)
{
	uint32_t term = work_ref(w, t->value);

	return !term || known_assume(w, s, term, t->compare, t->number);
}

/* The state where the condition is true, or is not. False: it cannot be. Kept is what the last comparison says of its operand,
 * and that it holds. */
static bool assume(struct work *w, struct path_state *s, struct ref condition, bool yes)
{
	struct test t = { condition, yes ? COMPARE_ne : COMPARE_eq, 0 }, asked = { 0 }, below[2];
	struct test_reader read = { look, number, &(struct summary_tests){ w, s }, false };

	for (uint32_t steps = 0; test_push(&read, &t, below) == 1 && !limit_full(LIMIT_code_chain, steps); steps++) {
		const struct inst *in = body_made_by(&w->b, t.value);
		if (in->op == OP_compare) {
			asked = t;
			if (RECOGNISED(summary_reason, reason_is_other(w, s, in, below[0].compare)))
				return false;
		}
		t = below[0];
	}
	return (!asked.compare || assume_test(w, s, &asked)) && assume_test(w, s, &t);
}

/* What is known of an operand; of a comparison, which of its two answers there can be. */
static struct fact look_at(struct work *w, const struct path_state *s, struct ref r)
{
	struct fact f = known_look(w, s, work_ref(w, r));
	struct test_node n = test_look(&(struct test_code){ w->p, &w->b }, r);
	struct path_state yes = *s, no = *s;
	bool set, clear;

	if (fact_is_exact(&f) || (n.op == OP_cast ? n.sub != CAST_zext || n.from != 1 : n.bits != 1))
		return f;
	set = assume(w, &yes, r, true);
	clear = assume(w, &no, r, false);
	(void)fact_assume_signs(&f, (uint8_t)((set ? SIGN_ABOVE : 0) | (clear ? SIGN_ZERO : 0)));
	return f;
}

/* ---- locks of what is returned ---- */

/* Does the block return what this phi of it chooses, and do nothing else? */
static bool only_returns(const struct work *w, uint32_t block, uint32_t phi)
{
	uint32_t last = w->b.block.at[block].inst + w->b.block.at[block].ninsts - 1;
	struct ref r = w->b.inst.at[last].op == OP_ret ? body_arg(&w->b, &w->b.inst.at[last], 0) : ref_make(REF_NONE, 0);

	if (ref_kind(r) != REF_VALUE || ref_index(r) != body_value(&w->b, phi))
		return false;
	for (uint32_t i = w->b.block.at[block].inst; i < last; i++)
		if (w->b.inst.at[i].op != OP_phi)
			return false;
	return true;
}

/* A lock that is named after the value returned, whose name no caller understands: it gets that of what is returned. */
static uint32_t name_after_result(struct work *w, uint32_t lockset, uint32_t block, uint32_t phi, uint32_t value)
{
	uint32_t returned = w->value[body_value(&w->b, phi)].must;

	if (value == returned || !only_returns(w, block, phi) || !work_is_own(w, value))
		return lockset;
	return locks_named_after(w, lockset, value, returned);
}

/* A lock of what a phi takes is a lock of the phi: who goes from node to node holds the lock of the node it is at. A pointer
 * that is counted up from the phi itself has no end of names. */
static uint32_t follow_phi(struct work *w, uint32_t lockset, uint32_t came, uint32_t block, uint32_t phi, uint32_t value)
{
	uint32_t name = w->value[body_value(&w->b, phi)].must;
	struct term k = term_get(&w->terms, value), own = term_get(&w->terms, name);

	if (!came || value == name || (k.kind == TERM_FIELD && k.base == name) || !term_is_value_of(&own, w->b.fn.i))
		return lockset;
	return locks_follow(w, lockset, came, value, name, block);
}

/* The phis of the block that is entered: what is known of what came is known of them. */
static void enter(struct work *w, uint32_t from, uint32_t to, const struct path_state *came)
{
	struct path_state s = *came;
	struct fact learned[FACTS_KEPT];
	uint32_t n = 0;

	if (w->loop.n)
		all_enter(w, from, to, &s);
	s.lockset = locks_forget(w, s.lockset, to);
	for (uint32_t i = w->b.block.at[to].inst;
	     i < w->b.block.at[to].inst + w->b.block.at[to].ninsts && w->b.inst.at[i].op == OP_phi; i++) {
		const struct inst *phi = &w->b.inst.at[i];
		uint32_t term = w->value[body_value(&w->b, i)].must;
		for (uint32_t k = 0; k < phi->nargs && k < phi->nwords && !limit_full(LIMIT_summary_facts, n); k++) {
			struct fact f;
			if (w->b.word.at[phi->word + k] != from)
				continue;
			f = look_at(w, came, body_arg(&w->b, phi, k));
			s.lockset = name_after_result(w, s.lockset, to, i, work_ref(w, body_arg(&w->b, phi, k)));
			s.lockset = follow_phi(w, s.lockset, came->lockset, to, i, work_ref(w, body_arg(&w->b, phi, k)));
			f.of = term;
			if (!fact_says_nothing(&f))
				learned[n++] = f;
			break;
		}
	}
	known_forget(w, &s, to);
	for (uint32_t k = 0; k < n; k++)
		known_keep(w, &s, learned[k]);
	arrive(w, to, &s);
}

static void run_switch(struct work *w, uint32_t block, const struct inst *in, const struct path_state *s)
{
	uint32_t first = in->word, term = work_ref(w, body_arg(&w->b, in, 0));
	struct path_state rest = *s;
	bool possible = true;

	for (uint32_t k = 1; k < in->nwords; k++) {
		struct fact f = known_look(w, s, work_ref(w, body_arg(&w->b, in, k)));
		possible = possible && (!fact_is_exact(&f) || known_assume(w, &rest, term, COMPARE_ne, f.low));
	}
	if (possible)
		enter(w, block, w->b.word.at[first], &rest);
	for (uint32_t k = 1; k < in->nwords; k++) {
		struct path_state next = *s;
		struct fact f = known_look(w, s, work_ref(w, body_arg(&w->b, in, k)));
		if (!fact_is_exact(&f) || known_assume(w, &next, term, COMPARE_eq, f.low))
			enter(w, block, w->b.word.at[first + k], &next);
	}
}

static void note_back(struct work *w, const struct inst *in, const struct path_state *s)
{
	struct fact f = in->nargs ? look_at(w, s, body_arg(&w->b, in, 0)) : fact_any(0);
	uint8_t signs = fact_signs(&f);
	uint32_t when = flow_condition(w, s);

	for (uint32_t i = 0; i < w->nbacks; i++)
		if (w->back[i].lockset == s->lockset) {
			w->back[i].signs |= signs;
			w->back[i].when = known_join_conditions(w, w->back[i].when, when);
			return;
		}
	for (uint32_t i = 0; i < w->nbacks; i++)
		if (w->back[i].signs == signs && limit_full(LIMIT_summary_backs, w->nbacks)) {
			w->back[i].lockset = locks_join(w, w->back[i].lockset, s->lockset);
			w->back[i].when = known_join_conditions(w, w->back[i].when, when);
			return;
		}
	if (w->nbacks < sizeof w->back / sizeof *w->back)
		w->back[w->nbacks++] = (struct way_back){ signs, s->lockset, when };
	else
		w->back[0] = (struct way_back){ SIGN_ANY, locks_join(w, w->back[0].lockset, s->lockset), 0 };
}

static void run_terminator(struct work *w, uint32_t block, uint32_t inst, const struct path_state *s)
{
	const struct inst *in = &w->b.inst.at[inst];
	uint32_t n;
	const uint32_t *next = body_successors(&w->b, block, &n);

	if (in->op == OP_branch && n == 2 && next[0] != next[1]) {
		struct path_state yes = *s, no = *s;
		if (!failing_way(w->pt, &w->b, block, 0) && assume(w, &yes, body_arg(&w->b, in, 0), true))
			enter(w, block, next[0], &yes);
		if (!failing_way(w->pt, &w->b, block, 1) && assume(w, &no, body_arg(&w->b, in, 0), false))
			enter(w, block, next[1], &no);
	} else if (in->op == OP_switch) {
		run_switch(w, block, in, s);
	} else {
		for (uint32_t i = 0; i < n; i++)
			enter(w, block, next[i], s);
	}
}

/* ---- the run ---- */

typedef void see_fn(struct work *, uint32_t inst, const struct path_state *);

static void run_block(struct work *w, uint32_t block, const struct path_state *start, see_fn *see)
{
	uint32_t first = w->b.block.at[block].inst, last = first + w->b.block.at[block].ninsts - 1;
	struct forks f;

	f.at[0] = *start;
	f.n = 1;
	for (uint32_t i = first; i <= last && f.n; i++) {
		for (uint32_t k = 0; see && k < f.n; k++) {
			w->split = w->again = w->at[block].n > 1 || f.n > 1;
			see(w, i, &f.at[k]);
		}
		if (w->b.inst.at[i].op == OP_call)
			step_call(w, i, &f);
		else if (w->g->spin.n && spin_step_of(w->p, &w->b, i) != SPIN_NOTHING)
			step_spin(w, i, spin_step_of(w->p, &w->b, i), &f);
	}
	for (uint32_t k = 0; k < f.n; k++) {
		if (see && w->b.inst.at[last].op == OP_ret)
			note_back(w, &w->b.inst.at[last], &f.at[k]);
		else if (!see)
			run_terminator(w, block, last, &f.at[k]);
	}
}

static void flow_once(struct work *w)
{
	struct path_state none = { 0 };
	uint32_t next = 0;

	w->at = arena_array(w->arena, w->b.block.n, sizeof *w->at);
	w->queued = arena_array(w->arena, w->b.block.n, sizeof *w->queued);
	w->todo.n = 0;
	arrive(w, 0, &none);
	while (next < w->todo.n) {
		uint32_t block = w->todo.at[next++];
		struct states_at *at = &w->at[block];
		w->queued[block] = false;
		for (uint32_t i = 0; i < at->n; i++) {
			struct path_state s = at->at[i];
			if (at->done >> i & 1)
				continue;
			at->done |= 1u << i;
			run_block(w, block, &s, NULL);
		}
	}
}

/* Again, when a lock was found that a loop takes of each element: states from before have not noted whether it was taken in every
 * round. */
void flow_summary(struct work *w)
{
	uint32_t known;

	all_find_loops(w);
	do {
		known = w->taken.n;
		flow_once(w);
	} while (w->taken.n > known);
}

void flow_visit(struct work *w, see_fn *see)
{
	for (uint32_t k = 0; k < w->cfg.nreached; k++) {
		const struct states_at *at = &w->at[w->cfg.order[k]];
		for (uint32_t i = 0; i < at->n; i++)
			run_block(w, w->cfg.order[k], &at->at[i], see);
	}
}

static void see_nothing(struct work *w, uint32_t inst, const struct path_state *s)
{
	(void)w;
	(void)inst;
	(void)s;
}

void flow_ways_back(struct work *w)
{
	for (uint32_t k = 0; k < w->cfg.nreached; k++) {
		const struct block *b = &w->b.block.at[w->cfg.order[k]];
		const struct states_at *at = &w->at[w->cfg.order[k]];
		for (uint32_t i = 0; w->b.inst.at[b->inst + b->ninsts - 1].op == OP_ret && i < at->n; i++)
			run_block(w, w->cfg.order[k], &at->at[i], see_nothing);
	}
}

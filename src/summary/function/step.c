/* What a call does to the locks of a path: model rows, callees by their summaries, locks made of atomics. A result that tells
 * whether a lock is held makes two paths of one. */
#include <string.h>

#include "code/again.h"
#include "summary/function/known.h"

/* No path is left out: where there is no room, those that agree on their locks become one, and then the others. */
static void fork_add(struct work *w, struct forks *f, const struct path_state *s)
{
	if (f->n == sizeof f->at / sizeof *f->at)
		step_merge(w, f);
	f->at[f->n++] = *s;
}

/* One bit of a word; which one, a number says, if that is known. */
static uint32_t bit_term(struct work *w, uint32_t word, uint32_t number)
{
	struct term n = term_get(&w->terms, number), bit = { .kind = TERM_INDEX, .base = word, .a = number };

	if (number && n.kind == TERM_INT)
		bit.a = term_number(&w->terms, term_bit_offset(n.offset));
	else if (number)
		bit.offset = TERM_BIT;
	return term_make(&w->terms, &bit);
}

static uint32_t lock_term(struct work *w, uint32_t inst, const struct model_place *on, bool *value)
{
	struct place place = event_place(w->p, w->pt->models, &w->b, inst, on);
	struct ref key = on->key ? body_arg(&w->b, &w->b.inst.at[inst], on->key) : ref_make(REF_NONE, 0);
	uint32_t term;

	*value = place.value;
	if (!place.known)
		return 0;
	term = work_place(w, &place, inst);
	return on->key ? bit_term(w, term, work_ref(w, key)) : term;
}

static bool result_is_used(const struct work *w, uint32_t inst)
{
	struct ref r = ref_make(REF_VALUE, body_value(&w->b, inst));

	for (uint32_t i = 0; i < w->b.arg.n; i++)
		if (w->b.arg.at[i].bits == r.bits)
			return true;
	return false;
}

/* That the condition on a number holds, or does not; false: it cannot be. What no comparison says holds. */
static bool assume_condition(struct fact *f, const struct model_condition *c, bool yes)
{
	struct event_test t = event_test(c);

	if (t.error)
		return fact_assume_signs(f, (t.error > 0) == yes ? SIGN_BELOW : SIGN_ZERO | SIGN_ABOVE);
	if (t.mask != -1 || !t.compare)
		return yes;
	return fact_assume(f, yes ? t.compare : compare_negated(t.compare), t.number);
}

/* A condition on an argument, by what is known of it on this path. */
static enum event_verdict argument_holds(struct work *w, const struct path_state *s, uint32_t inst,
					 const struct model_condition *c)
{
	uint32_t term = work_ref(w, event_asked(&w->b, &w->b.inst.at[inst], c));
	struct fact yes = known_look(w, s, term), no = yes;

	if (fact_is_exact(&yes) && !event_test(c).error)
		return model_condition_holds(c, yes.low) ? EVENT_YES : EVENT_NO;
	if (event_test(c).mask != -1)
		return EVENT_MAYBE;
	if (!assume_condition(&yes, c, true))
		return EVENT_NO;
	return assume_condition(&no, c, false) ? EVENT_MAYBE : EVENT_YES;
}

/* Made anew while it is held: what comes behind is not kept out any more. Only where the name is the same. */
static uint32_t make_anew(struct work *w, uint32_t set, const struct model_row *row, uint32_t lock)
{
	uint32_t n, minus;
	const struct held *g = locks_get(w, set, &n, &minus);
	struct held gone = { lock, row->family, 0, HELD_ALL, 0 };

	return held_find(g, n, &gone) ? locks_release(w, set, gone) : set;
}

static uint32_t apply_lock(struct work *w, uint32_t set, const struct model_row *row, uint32_t lock)
{
	struct held g = { lock, row->family, row->flags & MODEL_SHARED ? HELD_SHARED : 0, 1, 0 };

	switch (event_kind(row)) {
	case EVENT_ACQUIRE:
		return locks_acquire(w, set, g);
	case EVENT_RELEASE:
		return locks_release(w, set, g);
	case EVENT_UPGRADE:
		held_set_shared(&g, false);
		return locks_mode(w, set, g);
	case EVENT_DOWNGRADE:
		held_set_shared(&g, true);
		return locks_mode(w, set, g);
	case EVENT_SEQ_BEGIN:
		held_set_shared(&g, !(row->flags & MODEL_EXCLUSIVE));
		return locks_acquire(w, set, g);
	case EVENT_SEQ_END:
		return locks_release(w, set, g);
	case EVENT_INIT:
		return make_anew(w, set, row, lock);
	default:
		return set;
	}
}

enum { OWNER_DIED = 130 }; /* EOWNERDEAD: a robust mutex is held although the result is not 0 */

/* Held although the result says otherwise; false: such a result cannot be. */
static bool is_held_after_death(struct work *w, const struct model_row *row, uint32_t lock, uint32_t result,
				const struct path_state *s, struct forks *out)
{
	struct path_state dead = *s;

	if (!(row->flags & MODEL_ROBUST) || !w->pt->robust || !known_assume(w, &dead, result, COMPARE_eq, OWNER_DIED))
		return false;
	dead.lockset = apply_lock(w, s->lockset, row, lock);
	fork_add(w, out, &dead);
	return true;
}

/* The row's effect for the results for which it holds, and none for the others. */
static void split_by_result(struct work *w, uint32_t inst, const struct model_row *row, uint32_t lock, const struct path_state *s,
			    struct forks *out)
{
	uint32_t result = w->value[body_value(&w->b, inst)].must;
	struct path_state yes = *s, no = *s;
	struct fact held = known_look(w, s, result), failed = held;

	if (event_has(row, TRAIT_GIVES_BACK)) { /* maybe given back, whatever comes */
		yes.lockset = apply_lock(w, s->lockset, row, lock);
		fork_add(w, out, &yes);
		return;
	}
	if (assume_condition(&held, &row->when, true)) {
		known_keep(w, &yes, held);
		yes.lockset = apply_lock(w, s->lockset, row, lock);
		fork_add(w, out, &yes);
	}
	if (!result_is_used(w, inst) && !(row->flags & MODEL_TRY))
		return;
	if (!assume_condition(&failed, &row->when, false))
		return;
	known_keep(w, &no, failed);
	if (is_held_after_death(w, row, lock, result, s, out))
		(void)known_assume(w, &no, result, COMPARE_ne, OWNER_DIED);
	fork_add(w, out, &no);
}

/* A semaphore keeps others out only if it begins with one; what is neither known nor believed to is no lock. */
static bool keeps_out(const struct work *w, const struct model_row *row, uint32_t lock)
{
	struct term k = term_get(&w->terms, term_root(&w->terms, lock));
	struct cell cell[CELLS_FEW];
	uint32_t n, objects;
	bool any = false;

	if (!(row->flags & MODEL_SEMAPHORE))
		return true;
	if (k.kind == TERM_SYM && !points_sym(w->pt, (struct sym_id){ k.a }).class)
		return ground_is_one(w->g->semaphore_variable[k.a]);
	n = work_cells(w, lock, cell);
	for (uint32_t i = 0; i < n && i < limit(LIMIT_summary_cells); i++) {
		if (ground_counts_one(w->g, cell[i]))
			any = true;
		else if ((void)points_objects(w->pt, cell[i].class, &objects), objects) /* else nobody hands such a one over */
			return false;
	}
	return any && n <= limit(LIMIT_summary_cells);
}

/* The lock that a semaphore is together with others (census/token.c); 0: it is none of those. */
static uint32_t token_of(struct work *w, const struct model_row *row, uint32_t lock)
{
	struct term k = lock && (row->flags & MODEL_SEMAPHORE) ? term_get(&w->terms, lock) : (struct term){ 0 };

	if (k.kind != TERM_SYM || !w->g->token[k.a])
		return 0;
	k.a = w->g->token[k.a];
	return term_make(&w->terms, &k);
}

static void run_row(struct work *w, uint32_t inst, const struct model_row *row, struct forks *f)
{
	struct forks out;
	bool value;
	uint32_t lock = lock_term(w, inst, &row->on, &value);
	uint32_t token = token_of(w, row, lock);

	lock = token ? token : lock;
	out.n = 0;
	for (uint32_t i = 0; i < f->n; i++) {
		struct path_state s = f->at[i];
		enum event_verdict holds = EVENT_YES;
		if (!lock || (!token && !keeps_out(w, row, lock))) {
			fork_add(w, &out, &s);
			continue;
		}
		if (event_asks_result(row)) {
			split_by_result(w, inst, row, lock, &s, &out);
			continue;
		}
		if (!event_is_sure(row))
			holds = argument_holds(w, &s, inst, &row->when);
		if (holds == EVENT_YES || (holds == EVENT_MAYBE && event_is(row, EVENT_RELEASE)))
			s.lockset = apply_lock(w, s.lockset, row, lock);
		fork_add(w, &out, &s);
	}
	forks_copy(f, &out);
}

static bool ends_path(struct work *w, const struct path_state *s, uint32_t inst, const struct model_row *row)
{
	return event_has(row, TRAIT_ENDS) &&
	       (event_is_sure(row) || (event_asks_argument(row) && argument_holds(w, s, inst, &row->when) == EVENT_YES));
}

static void run_rows(struct work *w, uint32_t inst, const struct model_row *row, struct forks *f)
{
	for (; row && f->n; row = row->next) {
		if (event_has(row, TRAIT_LOCKS))
			run_row(w, inst, row, f);
		else if (ends_path(w, &f->at[0], inst, row))
			f->n = 0;
	}
}

/* What the callee returns may have a name that only it understands: to us it is the result of this call, and so are locks that
 * are named after it. */
static void know_result(struct work *w, const struct summary *callee, const uint32_t *arg, uint32_t nargs, uint32_t *memo,
			uint32_t result)
{
	const struct term *k = &callee->term[callee->result];
	uint32_t term = callee->result ? summary_translate(&w->terms, callee, callee->result, arg, nargs, memo) : 0;

	if (!term || (!work_is_foreign(w, term) && term_get(&w->terms, term).kind != TERM_TOP))
		return;
	memo[callee->result] = result;
	if (k->kind == TERM_FIELD)
		memo[k->base] = term_field(&w->terms, result, -k->offset);
}

/* One callee: a state for each way it comes back that has locks of its own. */
static void run_target(struct work *w, uint32_t inst, const struct target *t, const struct path_state *s, struct forks *out)
{
	const struct summary *callee = w->s->of[t->fn.i];
	uint32_t nargs = w->pt->nparams[t->fn.i], *arg, *memo;
	uint32_t result = w->value[body_value(&w->b, inst)].must;

	if (t->kind == SITE_CALLBACK) { /* at another time, perhaps */
		fork_add(w, out, s);
		return;
	}
	if (!callee || !callee->nbacks)
		return;
	arg = work_arguments(w, inst, t);
	memo = work_memo(w, callee);
	if (t->kind == SITE_CALL)
		know_result(w, callee, arg, nargs, memo, result);
	for (uint32_t i = 0; i < callee->nbacks; i++) {
		struct path_state next = *s;
		struct summary_condition here;
		if (t->kind == SITE_CALL && !flow_translate(w, s, &callee->condition[callee->back[i].when], arg, nargs, &here))
			continue;
		if (t->kind == SITE_CALL && !flow_learn(w, &next, &callee->condition[callee->back[i].when], arg, nargs))
			continue;
		if (t->kind == SITE_CALL && callee->back[i].signs != SIGN_ANY &&
		    !known_assume_signs(w, &next, result, (uint8_t)callee->back[i].signs))
			continue;
		next.lockset =
			locks_update(w, s->lockset, locks_rebind(w, callee, callee->back[i].lockset, arg, nargs, memo, false));
		fork_add(w, out, &next);
	}
}

/* ---- locks made of atomics ---- */

static bool is_spin_lock(const struct work *w, uint32_t lock)
{
	struct term k = term_get(&w->terms, term_root(&w->terms, lock));
	struct cell cell[CELLS_FEW], none = { 0 };
	uint32_t n, locks = 0;

	if (k.kind == TERM_SYM && !points_sym(w->pt, (struct sym_id){ k.a }).class)
		return map_get(&w->g->spin, ground_spin_word(none, (struct sym_id){ k.a }));
	n = work_cells(w, lock, cell);
	for (uint32_t i = 0; i < n && i < limit(LIMIT_summary_cells); i++) {
		if (!ground_has_memory(w->pt, cell[i]))
			continue;
		if (!map_get(&w->g->spin, ground_spin_word(cell[i], (struct sym_id){ 0 })))
			return false;
		locks++;
	}
	return locks && n <= limit(LIMIT_summary_cells);
}

/* What the values that an exchange gives tell when it found the word free, or did not. */
static bool learn_exchange(struct work *w, struct path_state *s, uint32_t inst, bool taken)
{
	const struct inst *in = &w->b.inst.at[inst];

	if (in->op == OP_load) { /* its number is called, or not yet */
		const struct inst *compare = NULL;
		uint32_t value;
		(void)spin_draw(w->p, &w->b, inst, &compare);
		value = w->value[body_value(&w->b, (uint32_t)(compare - w->b.inst.at))].must;
		return !value || known_assume(w, s, value, (compare->sub == COMPARE_eq) == taken ? COMPARE_ne : COMPARE_eq, 0);
	}
	if (in->op == OP_rmw)
		return known_assume(w, s, w->value[body_value(&w->b, inst)].must, taken ? COMPARE_eq : COMPARE_ne, 0);
	for (uint32_t i = inst + 1; i < w->b.inst.n && w->block_of[i] == w->block_of[inst]; i++) {
		const struct inst *part = &w->b.inst.at[i];
		uint32_t value = w->value[body_value(&w->b, i)].must;
		if (part->op != OP_extract || ref_kind(body_arg(&w->b, part, 0)) != REF_VALUE ||
		    ref_index(body_arg(&w->b, part, 0)) != body_value(&w->b, inst))
			continue;
		if (w->b.word.at[part->word] == 1) /* did it succeed? */
			(void)known_assume(w, s, value, taken ? COMPARE_ne : COMPARE_eq, 0);
		else if (taken || !(in->flags & INST_WEAK))
			(void)known_assume(w, s, value, taken ? COMPARE_eq : COMPARE_ne, 0);
	}
	return true;
}

void step_spin(struct work *w, uint32_t inst, enum spin_step step, struct forks *f)
{
	struct held g = { work_ref(w, body_arg(&w->b, &w->b.inst.at[inst], 0)), SPIN_FAMILY, 0, 1, 0 };
	struct forks before;

	if (step == SPIN_DRAW || !is_spin_lock(w, g.term))
		return;
	forks_copy(&before, f);
	f->n = 0;
	for (uint32_t i = 0; i < before.n; i++) {
		struct path_state yes = before.at[i], no = before.at[i];
		if (spin_gives(step)) {
			yes.lockset = locks_release(w, yes.lockset, g);
			fork_add(w, f, &yes);
			continue;
		}
		if (learn_exchange(w, &yes, inst, true)) {
			yes.lockset = locks_acquire(w, yes.lockset, g);
			fork_add(w, f, &yes);
		}
		if (learn_exchange(w, &no, inst, false))
			fork_add(w, f, &no);
	}
	step_merge(w, f);
}

void step_merge(struct work *w, struct forks *f)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < f->n; i++) {
		bool found = false;
		for (uint32_t k = 0; k < kept && !found; k++)
			if (f->at[k].lockset == f->at[i].lockset) {
				known_join(&f->at[k], &f->at[i]);
				found = true;
			}
		if (!found)
			f->at[kept++] = f->at[i];
	}
	f->n = kept;
	while (limit_over(LIMIT_summary_states, f->n)) {
		f->at[0].lockset = locks_join(w, f->at[0].lockset, f->at[f->n - 1].lockset);
		known_join(&f->at[0], &f->at[f->n - 1]);
		f->n--;
	}
}

/* A setjmp gives 0 the first time. When it gives something else, whoever has jumped may have given back any lock before.
 * In a cleanup, from which the function does not go on, locks count as held that were held the first time. */
static void come_back_again(struct work *w, uint32_t inst, struct forks *f)
{
	uint32_t result = w->value[body_value(&w->b, inst)].must, unknown = locks_unknown(w, 0);
	struct forks before;

	forks_copy(&before, f);
	f->n = 0;
	for (uint32_t i = 0; i < before.n; i++) {
		struct path_state first = before.at[i], again = before.at[i];
		if (known_assume(w, &first, result, COMPARE_eq, 0))
			fork_add(w, f, &first);
		again.lockset = unknown;
		if (known_assume(w, &again, result, COMPARE_ne, 0))
			fork_add(w, f, &again);
	}
}

void step_call(struct work *w, uint32_t inst, struct forks *f)
{
	const struct inst *in = &w->b.inst.at[inst];
	const struct model_row *row = points_rows_at(w->pt, &w->b, in);
	struct forks before;
	uint32_t n;
	const struct target *t = ground_targets(w->g, w->b.fn, inst, &n);

	if (n) {
		forks_copy(&before, f);
		f->n = 0;
		for (uint32_t i = 0; i < before.n; i++)
			for (uint32_t k = 0; k < n; k++)
				run_target(w, inst, &t[k], &before.at[i], f);
		if (t->kind != SITE_CALL) /* it may not run it */
			for (uint32_t i = 0; i < before.n; i++)
				fork_add(w, f, &before.at[i]);
	}
	run_rows(w, inst, row, f);
	if (in->flags & INST_TWICE && again_returns(w->arena, w->p, &w->b, inst))
		come_back_again(w, inst, f);
	if (in->flags & INST_NORETURN)
		f->n = 0;
	step_merge(w, f);
}

/* Which locks are held at each place (RELAY, section 3.2, Figure 4), on paths that are told apart as long as their locks differ.
 *
 * Each block keeps a few states: a lockset and what was tested on the way. Two states with the same lockset become one that knows what
 * both know; so the test of a try-lock, a flag tested at both ends and the value returned stay tied to the locks they go with, and
 * everything else is joined at once. Too many states are joined into one: held is what all hold. */
#include <string.h>

#include "summary/work.h"

enum { STEPS_MOST = 1 << 16 }; /* block visits; then everything is joined */

/* ---- facts ---- */

static struct tested *fact_at(struct path_state *s, uint32_t term)
{
	for (uint32_t i = 0; i < s->nfacts; i++)
		if (s->fact[i].term == term)
			return &s->fact[i];
	return NULL;
}

static uint8_t sign_of(int64_t n)
{
	return n < 0 ? ANSWER_BELOW : n == 0 ? ANSWER_ZERO_BIT : ANSWER_ABOVE;
}

/* What is known of a term: its sign, its number. */
static struct tested look(const struct work *w, const struct path_state *s, uint32_t term)
{
	struct term k = term_get(&w->terms, term);
	struct tested t = { .term = term, .answers = ANSWER_ANY };

	if (k.kind == TERM_INT || k.kind == TERM_NULL)
		return (struct tested){ .term = term, .answers = sign_of(k.offset), .exact = true, .number = k.offset };
	for (uint32_t i = 0; i < s->nfacts; i++)
		if (s->fact[i].term == term)
			return s->fact[i];
	while (k.kind == TERM_FIELD || k.kind == TERM_INDEX)
		k = term_get(&w->terms, k.base);
	if (k.kind == TERM_SYM || k.kind == TERM_STACK)
		t.answers = ANSWER_ABOVE; /* never null */
	return t;
}

static bool excludes(const struct tested *t, int64_t n)
{
	return t->exact ? t->number != n : (t->except && t->number == n) || !(t->answers & sign_of(n));
}

static void keep(const struct work *w, struct path_state *s, struct tested now)
{
	uint8_t kind = term_get(&w->terms, now.term).kind;
	struct tested *at = fact_at(s, now.term);

	if (kind == TERM_INT || kind == TERM_NULL)
		return;
	if (!at && s->nfacts == FACTS_KEPT) { /* the oldest gives way */
		memmove(s->fact, s->fact + 1, (FACTS_KEPT - 1) * sizeof *s->fact);
		s->nfacts--;
	}
	if (!at)
		at = &s->fact[s->nfacts++];
	*at = now;
}

/* False: it cannot be so, the path ends. */
static bool learn(const struct work *w, struct path_state *s, uint32_t term, uint8_t answers, const int64_t *number)
{
	struct tested now = look(w, s, term);

	if (!(now.answers & answers) || (number && excludes(&now, *number)))
		return false;
	now.answers &= answers;
	if (number)
		now = (struct tested){ .term = term, .answers = now.answers, .exact = true, .number = *number };
	else if (now.except && !(now.answers & sign_of(now.number)))
		now.except = false, now.number = 0;
	keep(w, s, now);
	return true;
}

/* It is another number. One such number is kept, the last. */
static bool learn_other(const struct work *w, struct path_state *s, uint32_t term, int64_t number)
{
	struct tested now = look(w, s, term);

	if (number == 0)
		return learn(w, s, term, ANSWER_BELOW | ANSWER_ABOVE, NULL);
	if (now.exact || excludes(&now, number))
		return !now.exact || now.number != number;
	now.except = true;
	now.number = number;
	keep(w, s, now);
	return true;
}

static void forget_block(const struct work *w, struct path_state *s, uint32_t block)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < s->nfacts; i++)
		if (!term_mentions(w, s->fact[i].term, block))
			s->fact[kept++] = s->fact[i];
	s->nfacts = kept;
}

static struct tested join_tested(const struct tested *a, const struct tested *b)
{
	struct tested t = { .term = a->term, .answers = a->answers | b->answers };

	if (a->exact && b->exact && a->number == b->number) {
		t.exact = true;
		t.number = a->number;
	} else if (a->except && excludes(b, a->number)) {
		t.except = true;
		t.number = a->number;
	} else if (b->except && excludes(a, b->number)) {
		t.except = true;
		t.number = b->number;
	}
	if (t.except && !(t.answers & sign_of(t.number)))
		t.except = false, t.number = 0;
	return t;
}

/* What both know. True: `to` knows less than before. */
static bool join_facts(struct path_state *to, const struct path_state *from)
{
	uint32_t kept = 0;
	bool changed = false;

	for (uint32_t i = 0; i < to->nfacts; i++) {
		struct tested t;
		const struct tested *other = NULL;
		for (uint32_t k = 0; k < from->nfacts && !other; k++)
			if (from->fact[k].term == to->fact[i].term)
				other = &from->fact[k];
		if (!other) {
			changed = true;
			continue;
		}
		t = join_tested(&to->fact[i], other);
		if (t.answers == ANSWER_ANY && !t.except) {
			changed = true;
			continue;
		}
		changed |= t.answers != to->fact[i].answers || t.exact != to->fact[i].exact || t.except != to->fact[i].except;
		to->fact[kept++] = t;
	}
	to->nfacts = kept;
	return changed;
}

/* ---- what is known of formals ---- */

uint32_t flow_intern(struct work *w, const struct condition *c)
{
	static const struct condition none;

	return memcmp(c, &none, sizeof none) ? intern_bytes(&w->condition, c, sizeof *c) : 0;
}

static void add_condition(struct condition *c, uint32_t param, const struct tested *t)
{
	uint32_t i = 0;

	while (i < CONDITIONS_MOST && c->on[i].param && c->on[i].param != param + 1)
		i++;
	if (i == CONDITIONS_MOST || param >= UINT16_MAX || (t->answers == ANSWER_ANY && !t->except))
		return;
	c->on[i].param = (uint16_t)(param + 1);
	c->on[i].answers = t->answers;
	c->on[i].number_is = t->exact ? NUMBER_EXACT : t->except ? NUMBER_OTHER : NUMBER_UNKNOWN;
	c->on[i].number = t->number;
}

static struct tested condition_get(const struct condition *c, uint32_t i)
{
	return (struct tested){ .answers = c->on[i].answers, .exact = c->on[i].number_is == NUMBER_EXACT,
				.except = c->on[i].number_is == NUMBER_OTHER, .number = c->on[i].number };
}

/* A formal itself never changes: what is known of it now was so at entry. Of a wider copy of it: whether it is zero. */
static void conditions_of(const struct work *w, const struct path_state *s, struct condition *out)
{
	memset(out, 0, sizeof *out);
	for (uint32_t i = 0; i < s->nfacts; i++) {
		struct term k = term_get(&w->terms, s->fact[i].term);
		struct tested t = s->fact[i];
		if (term_is_pair(&k) && !k.a && k.b == (NAMES_PAIR | (uint32_t)OP_cast << 8 | CAST_zext)) {
			k = term_get(&w->terms, k.base);
			t = (struct tested){ .answers = t.answers == ANSWER_ZERO_BIT ? ANSWER_ZERO_BIT
							: t.answers & ANSWER_ZERO_BIT ? ANSWER_ANY
										      : ANSWER_BELOW | ANSWER_ABOVE };
		}
		if (k.kind == TERM_PARAM && k.a == w->b.fn.i)
			add_condition(out, k.b, &t);
	}
}

uint32_t flow_condition(struct work *w, const struct path_state *s)
{
	struct condition c;

	conditions_of(w, s, &c);
	return flow_intern(w, &c);
}

/* One or the other. */
static uint32_t join_conditions(struct work *w, uint32_t a, uint32_t b)
{
	struct condition x, y, out;

	if (a == b || !a || !b)
		return a == b ? a : 0;
	memcpy(&x, intern_get(&w->condition, a), sizeof x);
	memcpy(&y, intern_get(&w->condition, b), sizeof y);
	memset(&out, 0, sizeof out);
	for (uint32_t i = 0; i < CONDITIONS_MOST; i++)
		for (uint32_t k = 0; k < CONDITIONS_MOST && x.on[i].param; k++) {
			struct tested s = condition_get(&x, i), t = condition_get(&y, k), both = join_tested(&s, &t);
			if (x.on[i].param == y.on[k].param)
				add_condition(&out, x.on[i].param - 1u, &both);
		}
	return flow_intern(w, &out);
}

bool flow_translate(struct work *w, const struct path_state *s, const struct condition *c, const uint32_t *arg, uint32_t nargs, struct condition *out)
{
	memset(out, 0, sizeof *out);
	for (uint32_t i = 0; i < CONDITIONS_MOST && c->on[i].param; i++) {
		uint32_t param = c->on[i].param - 1u, term = param < nargs ? arg[param] : 0;
		struct tested t = condition_get(c, i), now;
		struct term k;
		if (!term)
			continue;
		now = look(w, s, term);
		if (!(now.answers & t.answers) || (t.exact && excludes(&now, t.number)) || (t.except && now.exact && now.number == t.number))
			return false;
		k = term_get(&w->terms, term);
		if (k.kind == TERM_PARAM && k.a == w->b.fn.i)
			add_condition(out, k.b, &t);
	}
	return true;
}

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
		join_facts(first, &at->at[i]);
		changed = true;
	}
	at->n = 1;
	at->joined = true;
	if (s) {
		uint32_t lockset = locks_join(w, first->lockset, s->lockset);
		changed |= lockset != first->lockset;
		first->lockset = lockset;
		changed |= join_facts(first, s);
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
		if (join_facts(&at->at[i], &s)) {
			at->done &= ~(1u << i);
			push(w, block);
		}
		return;
	}
	if (at->n == STATES_MOST || w->todo.n > STEPS_MOST) {
		join_all(w, at, &s);
	} else {
		at->at[at->n] = s;
		at->done &= ~(1u << at->n++);
	}
	push(w, block);
}

/* ---- calls ---- */

struct forks {
	struct path_state at[16];
	uint32_t n;
};

static void fork_add(struct forks *f, const struct path_state *s)
{
	if (f->n < sizeof f->at / sizeof *f->at)
		f->at[f->n++] = *s;
}

static uint32_t lock_term(struct work *w, uint32_t inst, const struct model_place *on, bool *value)
{
	struct place place = site_place(w->p, w->pt->models, &w->b, inst, on);
	struct ref key = on->key ? body_arg(&w->b, &w->b.inst.at[inst], on->key) : ref_make(REF_NONE, 0);
	uint32_t term;

	*value = place.value;
	if (!place.known)
		return 0;
	term = work_place(w, &place, inst);
	if (on->key) { /* one of the bits of a word */
		struct term bit = { .kind = TERM_INDEX, .base = term, .a = work_ref(w, key) };
		term = term_make(&w->terms, &bit);
	}
	return term;
}

static bool result_is_used(const struct work *w, uint32_t inst)
{
	struct ref r = ref_make(REF_VALUE, body_value(&w->b, inst));

	for (uint32_t i = 0; i < w->b.arg.n; i++)
		if (w->b.arg.at[i].bits == r.bits)
			return true;
	return false;
}

/* The answers for which a condition on the result holds; number: if it is one. */
static uint8_t answers_of(const struct model_condition *c, int64_t *number, bool *exact)
{
	int64_t n = c->what == MODEL_NUMBER ? c->value : 0;

	*exact = false;
	if (c->what == MODEL_ERR)
		return c->test == MODEL_EQ ? ANSWER_BELOW : ANSWER_ZERO_BIT | ANSWER_ABOVE;
	switch (c->test) {
	case MODEL_EQ:
		*exact = true;
		*number = n;
		return sign_of(n);
	case MODEL_NE:
		return n ? ANSWER_ANY : ANSWER_BELOW | ANSWER_ABOVE;
	case MODEL_LT:
		return n <= 0 ? ANSWER_BELOW : ANSWER_ANY;
	case MODEL_LE:
		return n < 0 ? ANSWER_BELOW : n == 0 ? ANSWER_BELOW | ANSWER_ZERO_BIT : ANSWER_ANY;
	case MODEL_GT:
		return n >= 0 ? ANSWER_ABOVE : ANSWER_ANY;
	case MODEL_GE:
		return n > 0 ? ANSWER_ABOVE : n == 0 ? ANSWER_ABOVE | ANSWER_ZERO_BIT : ANSWER_ANY;
	default:
		return ANSWER_ANY;
	}
}

enum holds { HOLDS_NO, HOLDS_YES, HOLDS_MAYBE };

/* A condition on an argument. */
static enum holds argument_holds(struct work *w, const struct path_state *s, uint32_t inst, const struct model_condition *c)
{
	uint32_t term = work_ref(w, body_arg(&w->b, &w->b.inst.at[inst], c->arg + 1u));
	struct tested t = look(w, s, term);
	int64_t number = 0;
	bool exact, yes;
	uint8_t answers;

	if (t.exact && c->what != MODEL_ERR) {
		int64_t n = c->what == MODEL_NUMBER ? c->value : 0;
		yes = c->test == MODEL_EQ   ? t.number == n
		      : c->test == MODEL_NE ? t.number != n
		      : c->test == MODEL_LT ? t.number < n
		      : c->test == MODEL_LE ? t.number <= n
		      : c->test == MODEL_GT ? t.number > n
		      : c->test == MODEL_GE ? t.number >= n
		      : c->test == MODEL_ANY_BIT ? (t.number & n) != 0
						 : (t.number & n) == 0;
		return yes ? HOLDS_YES : HOLDS_NO;
	}
	if (c->test == MODEL_ANY_BIT || c->test == MODEL_NO_BIT)
		return HOLDS_MAYBE;
	answers = answers_of(c, &number, &exact);
	if (!(t.answers & answers))
		return HOLDS_NO;
	return !exact && !(t.answers & ~answers) ? HOLDS_YES : HOLDS_MAYBE;
}

static uint32_t apply_lock(struct work *w, uint32_t set, const struct model_row *row, uint32_t lock)
{
	struct guard g = { lock, row->family, row->flags & MODEL_SHARED ? 1 : 0, 1, 0 };

	switch (row->verb) {
	case MODEL_ACQUIRE:
		return locks_acquire(w, set, g);
	case MODEL_RELEASE:
		return locks_release(w, set, g);
	case MODEL_UPGRADE:
		g.shared = 0;
		return locks_mode(w, set, g);
	case MODEL_DOWNGRADE:
		g.shared = 1;
		return locks_mode(w, set, g);
	case MODEL_SEQ_BEGIN:
		g.shared = !(row->flags & MODEL_EXCLUSIVE);
		return locks_acquire(w, set, g);
	case MODEL_SEQ_END:
		return locks_release(w, set, g);
	default:
		return set;
	}
}

static bool is_lock_verb(uint8_t verb)
{
	return verb == MODEL_ACQUIRE || verb == MODEL_RELEASE || verb == MODEL_UPGRADE || verb == MODEL_DOWNGRADE || verb == MODEL_SEQ_BEGIN ||
	       verb == MODEL_SEQ_END;
}

enum { OWNER_DIED = 130 }; /* EOWNERDEAD: a robust mutex is held although the result is not 0 */

/* Held although the result says otherwise; false: such a result cannot be. */
static bool is_held_after_death(struct work *w, const struct model_row *row, uint32_t lock, uint32_t result, const struct path_state *s, struct forks *out)
{
	struct path_state dead = *s;
	const int64_t number = OWNER_DIED;

	if (!(row->flags & MODEL_ROBUST) || !w->g->robust || !learn(w, &dead, result, ANSWER_ABOVE, &number))
		return false;
	dead.lockset = apply_lock(w, s->lockset, row, lock);
	fork_add(out, &dead);
	return true;
}

/* The row's effect for the results for which it holds, and none for the others. */
static void split_by_result(struct work *w, uint32_t inst, const struct model_row *row, uint32_t lock, const struct path_state *s, struct forks *out)
{
	uint32_t result = w->value[body_value(&w->b, inst)].must;
	struct path_state yes = *s, no = *s;
	int64_t number = 0;
	bool exact;
	uint8_t answers = answers_of(&row->when, &number, &exact);

	if (row->verb == MODEL_RELEASE || row->verb == MODEL_SEQ_END) { /* maybe given back, whatever comes */
		yes.lockset = apply_lock(w, s->lockset, row, lock);
		fork_add(out, &yes);
		return;
	}
	if (learn(w, &yes, result, answers, exact ? &number : NULL)) {
		yes.lockset = apply_lock(w, s->lockset, row, lock);
		fork_add(out, &yes);
	}
	if (!result_is_used(w, inst) && !(row->flags & MODEL_TRY))
		return;
	if (exact ? !learn_other(w, &no, result, number) : !learn(w, &no, result, (uint8_t)(ANSWER_ANY & ~answers), NULL))
		return;
	if (is_held_after_death(w, row, lock, result, s, out))
		(void)learn_other(w, &no, result, OWNER_DIED);
	fork_add(out, &no);
}

/* A semaphore keeps others out only if it begins with one; what is not known to is no lock. */
static bool keeps_out(const struct work *w, const struct model_row *row, uint32_t lock)
{
	struct term k = term_get(&w->terms, term_root(&w->terms, lock));
	struct cell cell[CELLS_FEW];
	uint32_t n;

	if (!(row->flags & MODEL_SEMAPHORE))
		return true;
	if (k.kind == TERM_SYM && !points_sym(w->pt, (struct sym_id){ k.a }).class)
		return w->g->semaphore_variable[k.a] == 1;
	n = work_cells(w, lock, cell);
	for (uint32_t i = 0; i < n && i < CELLS_FEW; i++)
		if (!ground_counts_one(w->g, cell[i]))
			return false;
	return n && n <= CELLS_FEW;
}

static void run_row(struct work *w, uint32_t inst, const struct model_row *row, struct forks *f)
{
	struct forks out = { .n = 0 };
	bool value;
	uint32_t lock = lock_term(w, inst, &row->on, &value);

	for (uint32_t i = 0; i < f->n; i++) {
		struct path_state s = f->at[i];
		enum holds holds = HOLDS_YES;
		if (!lock || !keeps_out(w, row, lock)) {
			fork_add(&out, &s);
			continue;
		}
		if (row->when.test != MODEL_ALWAYS && row->when.base == MODEL_RESULT) {
			split_by_result(w, inst, row, lock, &s, &out);
			continue;
		}
		if (row->when.test != MODEL_ALWAYS)
			holds = argument_holds(w, &s, inst, &row->when);
		if (holds == HOLDS_YES || (holds == HOLDS_MAYBE && row->verb == MODEL_RELEASE))
			s.lockset = apply_lock(w, s.lockset, row, lock);
		fork_add(&out, &s);
	}
	*f = out;
}

static bool ends_path(struct work *w, const struct path_state *s, uint32_t inst, const struct model_row *row)
{
	if (row->verb != MODEL_NORETURN && row->verb != MODEL_EXIT_THREAD)
		return false;
	return row->when.test == MODEL_ALWAYS || (row->when.base == MODEL_ARGUMENT && argument_holds(w, s, inst, &row->when) == HOLDS_YES);
}

static void run_rows(struct work *w, uint32_t inst, const struct model_row *row, struct forks *f)
{
	for (; row && f->n; row = row->next) {
		if (is_lock_verb(row->verb))
			run_row(w, inst, row, f);
		else if (ends_path(w, &f->at[0], inst, row))
			f->n = 0;
	}
}

/* What the callee returns may have a name that only it understands: to us it is the result of this call, and so are locks that are named
 * after it. */
static void know_result(struct work *w, const struct summary *callee, const uint32_t *arg, uint32_t nargs, uint32_t *memo, uint32_t result)
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
	uint32_t nargs = w->pt->nparams[t->fn.i] < 64 ? w->pt->nparams[t->fn.i] : 64, arg[64], *memo;
	uint32_t result = w->value[body_value(&w->b, inst)].must;

	if (t->kind == SITE_CALLBACK) { /* at another time, perhaps */
		fork_add(out, s);
		return;
	}
	if (!callee || !callee->nbacks)
		return;
	work_arguments(w, inst, t, arg, nargs);
	memo = work_memo(w, callee);
	if (t->kind == SITE_CALL)
		know_result(w, callee, arg, nargs, memo, result);
	for (uint32_t i = 0; i < callee->nbacks; i++) {
		struct path_state next = *s;
		struct condition here;
		if (t->kind == SITE_CALL && !flow_translate(w, s, &callee->condition[callee->back[i].when], arg, nargs, &here))
			continue;
		if (t->kind == SITE_CALL && callee->back[i].answers != ANSWER_ANY && !learn(w, &next, result, callee->back[i].answers, NULL))
			continue;
		next.lockset = locks_update(w, s->lockset, locks_rebind(w, callee, callee->back[i].lockset, arg, nargs, memo, false));
		fork_add(out, &next);
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
	for (uint32_t i = 0; i < n && i < CELLS_FEW; i++) {
		if (!ground_has_memory(w->pt, cell[i]))
			continue;
		if (!map_get(&w->g->spin, ground_spin_word(cell[i], (struct sym_id){ 0 })))
			return false;
		locks++;
	}
	return locks && n <= CELLS_FEW;
}

/* What the values that an exchange gives tell when it found the word free, or did not. */
static bool learn_exchange(struct work *w, struct path_state *s, uint32_t inst, bool taken)
{
	const struct inst *in = &w->b.inst.at[inst];
	const int64_t zero = 0;

	if (in->op == OP_rmw)
		return taken ? learn(w, s, w->value[body_value(&w->b, inst)].must, ANSWER_ZERO_BIT, &zero)
			     : learn_other(w, s, w->value[body_value(&w->b, inst)].must, 0);
	for (uint32_t i = inst + 1; i < w->b.inst.n && w->block_of[i] == w->block_of[inst]; i++) {
		const struct inst *part = &w->b.inst.at[i];
		uint32_t value = w->value[body_value(&w->b, i)].must;
		if (part->op != OP_extract || ref_kind(body_arg(&w->b, part, 0)) != REF_VALUE || ref_index(body_arg(&w->b, part, 0)) != body_value(&w->b, inst))
			continue;
		if (w->b.word.at[part->word] == 1) /* did it succeed? */
			(void)learn(w, s, value, taken ? ANSWER_BELOW | ANSWER_ABOVE : ANSWER_ZERO_BIT, NULL);
		else if (taken)
			(void)learn(w, s, value, ANSWER_ZERO_BIT, &zero);
		else if (!(in->flags & INST_WEAK))
			(void)learn_other(w, s, value, 0);
	}
	return true;
}

static void merge_forks(struct work *w, struct forks *f);

static void run_spin(struct work *w, uint32_t inst, enum spin_step step, struct forks *f)
{
	struct guard g = { work_ref(w, body_arg(&w->b, &w->b.inst.at[inst], 0)), SPIN_FAMILY, 0, 1, 0 };
	struct forks before = *f;

	if (!is_spin_lock(w, g.term))
		return;
	f->n = 0;
	for (uint32_t i = 0; i < before.n; i++) {
		struct path_state yes = before.at[i], no = before.at[i];
		if (step == SPIN_GIVE) {
			yes.lockset = locks_release(w, yes.lockset, g);
			fork_add(f, &yes);
			continue;
		}
		if (learn_exchange(w, &yes, inst, true)) {
			yes.lockset = locks_acquire(w, yes.lockset, g);
			fork_add(f, &yes);
		}
		if (learn_exchange(w, &no, inst, false))
			fork_add(f, &no);
	}
	merge_forks(w, f);
}

static void merge_forks(struct work *w, struct forks *f)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < f->n; i++) {
		bool found = false;
		for (uint32_t k = 0; k < kept && !found; k++)
			if (f->at[k].lockset == f->at[i].lockset) {
				join_facts(&f->at[k], &f->at[i]);
				found = true;
			}
		if (!found)
			f->at[kept++] = f->at[i];
	}
	f->n = kept;
	while (f->n > STATES_MOST) {
		f->at[0].lockset = locks_join(w, f->at[0].lockset, f->at[f->n - 1].lockset);
		join_facts(&f->at[0], &f->at[f->n - 1]);
		f->n--;
	}
}

static void run_call(struct work *w, uint32_t inst, struct forks *f)
{
	const struct inst *in = &w->b.inst.at[inst];
	struct sym_id callee = body_callee(w->p, &w->b, in);
	const struct model_row *row = callee.i ? points_rows(w->pt, callee) : NULL;
	struct forks before = *f;
	uint32_t n;
	const struct target *t = ground_targets(w->g, w->b.fn, inst, &n);

	if (n) {
		f->n = 0;
		for (uint32_t i = 0; i < before.n; i++)
			for (uint32_t k = 0; k < n; k++)
				run_target(w, inst, &t[k], &before.at[i], f);
		if (t->kind != SITE_CALL) /* it may not run it */
			for (uint32_t i = 0; i < before.n; i++)
				fork_add(f, &before.at[i]);
	}
	run_rows(w, inst, row, f);
	if (in->flags & INST_NORETURN)
		f->n = 0;
	merge_forks(w, f);
}

/* ---- branches ---- */

/* What a comparison with a number tells when it is true. */
static uint8_t compare_answers(uint8_t sub, int64_t n, bool *exact)
{
	*exact = sub == COMPARE_eq;
	switch (sub) {
	case COMPARE_eq:
		return sign_of(n);
	case COMPARE_ne:
		return n ? ANSWER_ANY : ANSWER_BELOW | ANSWER_ABOVE;
	case COMPARE_slt:
		return n <= 0 ? ANSWER_BELOW : n == 1 ? ANSWER_BELOW | ANSWER_ZERO_BIT : ANSWER_ANY;
	case COMPARE_sle:
		return n < 0 ? ANSWER_BELOW : n == 0 ? ANSWER_BELOW | ANSWER_ZERO_BIT : ANSWER_ANY;
	case COMPARE_sgt:
		return n >= 0 ? ANSWER_ABOVE : n == -1 ? ANSWER_ABOVE | ANSWER_ZERO_BIT : ANSWER_ANY;
	case COMPARE_sge:
		return n > 0 ? ANSWER_ABOVE : n == 0 ? ANSWER_ABOVE | ANSWER_ZERO_BIT : ANSWER_ANY;
	default:
		return ANSWER_ANY;
	}
}

static bool compare_holds(uint8_t sub, int64_t a, int64_t b)
{
	return sub == COMPARE_eq ? a == b : sub == COMPARE_ne ? a != b : sub == COMPARE_slt ? a < b : sub == COMPARE_sle ? a <= b
	     : sub == COMPARE_sgt ? a > b : a >= b;
}

static bool is_signed_compare(uint8_t sub)
{
	return sub == COMPARE_eq || sub == COMPARE_ne || sub == COMPARE_slt || sub == COMPARE_sle || sub == COMPARE_sgt || sub == COMPARE_sge;
}

static const struct inst *made_by(const struct work *w, struct ref r)
{
	uint32_t inst = ref_kind(r) == REF_VALUE ? body_inst(&w->b, ref_index(r)) : UINT32_MAX;

	return inst == UINT32_MAX ? NULL : &w->b.inst.at[inst];
}

/* Walks through what does not change whether a value is zero; `yes` turns with each negation. */
static const struct inst *condition_behind(const struct work *w, struct ref *r, bool *yes)
{
	const struct inst *in = made_by(w, *r);

	for (uint32_t depth = 0; in && depth < 16; depth++) {
		struct ref second = body_arg(&w->b, in, 1);
		const struct konst *k = ref_kind(second) == REF_KONST ? program_konst(w->p, (struct konst_id){ ref_index(second) }) : NULL;
		bool zero = k && ((k->kind == KONST_INT && !k->lo) || k->kind == KONST_NULL), one = k && k->kind == KONST_INT && (k->lo & 1);
		const struct inst *below = made_by(w, body_arg(&w->b, in, 0));
		bool boolean = below && (below->op == OP_compare || (below->op == OP_cast && below->sub == CAST_zext));
		if (in->op == OP_copy || (in->op == OP_cast && (in->sub == CAST_zext || in->sub == CAST_sext))) {
			;
		} else if (in->op == OP_binary && in->sub == BINARY_xor && one && boolean) {
			*yes = !*yes;
		} else if (in->op == OP_compare && zero && boolean && (in->sub == COMPARE_ne || in->sub == COMPARE_eq)) {
			*yes = in->sub == COMPARE_ne ? *yes : !*yes;
		} else {
			return in;
		}
		*r = body_arg(&w->b, in, 0);
		in = made_by(w, *r);
	}
	return in;
}

/* The state where the condition is true, or is not. False: it cannot be. */
static bool assume(struct work *w, struct path_state *s, struct ref condition, bool yes)
{
	struct ref r = condition;
	const struct inst *in = condition_behind(w, &r, &yes);
	uint32_t term = work_ref(w, r);

	if (in && in->op == OP_compare && is_signed_compare(in->sub)) {
		uint8_t sub = yes ? in->sub : compare_negated(in->sub);
		uint32_t a = work_ref(w, body_arg(&w->b, in, 0)), b = work_ref(w, body_arg(&w->b, in, 1));
		struct tested x = look(w, s, a), y = look(w, s, b);
		bool exact;
		uint8_t answers;
		if (x.exact && !y.exact) { /* the number to the right */
			struct tested z = x;
			x = y;
			y = z;
			a = b;
			sub = sub == COMPARE_slt ? COMPARE_sgt : sub == COMPARE_sle ? COMPARE_sge : sub == COMPARE_sgt ? COMPARE_slt : sub == COMPARE_sge ? COMPARE_sle : sub;
		}
		if (x.exact && y.exact)
			return compare_holds(sub, x.number, y.number);
		if (y.exact && sub == COMPARE_ne) {
			if (!learn_other(w, s, a, y.number))
				return false;
		} else if (y.exact) {
			answers = compare_answers(sub, y.number, &exact);
			if (!learn(w, s, a, answers, exact ? &y.number : NULL))
				return false;
		}
	}
	if (term)
		return learn(w, s, term, yes ? ANSWER_BELOW | ANSWER_ABOVE : ANSWER_ZERO_BIT, NULL);
	return true;
}

/* What is known of an operand; of a comparison, which of its two answers there can be. */
static struct tested look_at(struct work *w, const struct path_state *s, struct ref r)
{
	struct tested t = look(w, s, work_ref(w, r));
	const struct inst *in = made_by(w, r);
	struct path_state yes = *s, no = *s;

	if (in && in->op == OP_cast && in->sub == CAST_zext)
		in = made_by(w, body_arg(&w->b, in, 0));
	if (!in || in->op != OP_compare || t.exact)
		return t;
	t.answers &= (uint8_t)((assume(w, &yes, r, true) ? ANSWER_ABOVE : 0) | (assume(w, &no, r, false) ? ANSWER_ZERO_BIT : 0));
	return t;
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

/* The phis of the block that is entered: what is known of what came is known of them. */
static void enter(struct work *w, uint32_t from, uint32_t to, const struct path_state *came)
{
	struct path_state s = *came;
	struct tested learned[FACTS_KEPT];
	uint32_t n = 0;

	s.lockset = locks_forget(w, s.lockset, to);
	for (uint32_t i = w->b.block.at[to].inst; i < w->b.block.at[to].inst + w->b.block.at[to].ninsts && w->b.inst.at[i].op == OP_phi; i++) {
		const struct inst *phi = &w->b.inst.at[i];
		uint32_t term = w->value[body_value(&w->b, i)].must;
		for (uint32_t k = 0; k < phi->nargs && k < phi->nwords && n < FACTS_KEPT; k++) {
			struct tested t;
			if (w->b.word.at[phi->word + k] != from)
				continue;
			t = look_at(w, came, body_arg(&w->b, phi, k));
			s.lockset = name_after_result(w, s.lockset, to, i, work_ref(w, body_arg(&w->b, phi, k)));
			t.term = term;
			if (t.answers != ANSWER_ANY || t.exact || t.except)
				learned[n++] = t;
			break;
		}
	}
	forget_block(w, &s, to);
	for (uint32_t k = 0; k < n; k++)
		keep(w, &s, learned[k]);
	arrive(w, to, &s);
}

static void run_switch(struct work *w, uint32_t block, const struct inst *in, const struct path_state *s)
{
	uint32_t first = in->word, term = work_ref(w, body_arg(&w->b, in, 0));

	enter(w, block, w->b.word.at[first], s);
	for (uint32_t k = 1; k < in->nwords; k++) {
		struct path_state next = *s;
		struct tested t = look(w, s, work_ref(w, body_arg(&w->b, in, k)));
		if (!t.exact || learn(w, &next, term, t.answers, &t.number))
			enter(w, block, w->b.word.at[first + k], &next);
	}
}

static void note_back(struct work *w, const struct inst *in, const struct path_state *s)
{
	uint8_t answers = in->nargs ? look_at(w, s, body_arg(&w->b, in, 0)).answers : ANSWER_ANY;
	uint32_t when = flow_condition(w, s);

	for (uint32_t i = 0; i < w->nbacks; i++)
		if (w->back[i].lockset == s->lockset) {
			w->back[i].answers |= answers;
			w->back[i].when = join_conditions(w, w->back[i].when, when);
			return;
		}
	for (uint32_t i = 0; i < w->nbacks; i++)
		if (w->back[i].answers == answers && w->nbacks >= 4) {
			w->back[i].lockset = locks_join(w, w->back[i].lockset, s->lockset);
			w->back[i].when = join_conditions(w, w->back[i].when, when);
			return;
		}
	if (w->nbacks < sizeof w->back / sizeof *w->back)
		w->back[w->nbacks++] = (struct way_back){ answers, s->lockset, when };
	else
		w->back[0] = (struct way_back){ ANSWER_ANY, locks_join(w, w->back[0].lockset, s->lockset), 0 };
}

static void run_terminator(struct work *w, uint32_t block, uint32_t inst, const struct path_state *s)
{
	const struct inst *in = &w->b.inst.at[inst];
	uint32_t n;
	const uint32_t *next = body_successors(&w->b, block, &n);

	if (in->op == OP_branch && n == 2 && next[0] != next[1]) {
		struct path_state yes = *s, no = *s;
		if (assume(w, &yes, body_arg(&w->b, in, 0), true))
			enter(w, block, next[0], &yes);
		if (assume(w, &no, body_arg(&w->b, in, 0), false))
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
	struct forks f = { .at = { *start }, .n = 1 };

	for (uint32_t i = first; i <= last && f.n; i++) {
		if (see)
			for (uint32_t k = 0; k < f.n; k++)
				see(w, i, &f.at[k]);
		if (w->b.inst.at[i].op == OP_call)
			run_call(w, i, &f);
		else if (w->g->spin.n && spin_step_of(w->p, &w->b, i) != SPIN_NOTHING)
			run_spin(w, i, spin_step_of(w->p, &w->b, i), &f);
	}
	for (uint32_t k = 0; k < f.n; k++) {
		if (see && w->b.inst.at[last].op == OP_ret)
			note_back(w, &w->b.inst.at[last], &f.at[k]);
		else if (!see)
			run_terminator(w, block, last, &f.at[k]);
	}
}

void flow_summary(struct work *w)
{
	struct path_state none = { 0 };
	uint32_t next = 0;

	w->at = arena_array(w->arena, w->b.block.n, sizeof *w->at);
	w->queued = arena_array(w->arena, w->b.block.n, sizeof *w->queued);
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

void flow_visit(struct work *w, see_fn *see)
{
	for (uint32_t k = 0; k < w->cfg.nreached; k++) {
		const struct states_at *at = &w->at[w->cfg.order[k]];
		w->split = at->n > 1;
		for (uint32_t i = 0; i < at->n; i++)
			run_block(w, w->cfg.order[k], &at->at[i], see);
	}
}

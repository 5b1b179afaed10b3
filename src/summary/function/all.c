/* Loops that take all locks of an array:
 *
 *     for (int i = 0; i < SHARDS; i++)          behind it, shard[all].lock is held: whoever holds the lock of one
 *             lock(&shard[i].lock);             element of the array holds one that is held here, too
 *
 * The loop's variable goes through all numbers of elements, up or down by one, by the type of the array; nothing in the loop
 * gives a lock back; and at the end of each round shard[i].lock is held. The last of these is told by the states of flow.c: a
 * state has lost `all` of a loop (path_state.lost) when a round has ended without. Who leaves the loop by its test, and has not
 * lost it, holds all. That stands as an element whose index is TERM_ALL, which no index is otherwise. A release of any element
 * takes it away, as it takes away every lock that it may mean.
 *
 * misses  arrays whose length is no constant; loops over lists; locks that are taken by the test of the loop */
#include "code/loop.h"
#include "code/test.h"
#include "summary/function/known.h"

#include "base/recogniser.h"

/* ---- loops that count ---- */

/* How many rounds there are, if the variable goes through 0 .. that many - 1; 0: not known. */
static int64_t rounds(const struct work *w, const struct count_loop *l)
{
	int64_t first, end;

	if (l->bottom || !program_constant(w->p, l->first, &first) || !program_constant(w->p, l->bound, &end))
		return 0;
	if (l->step == 1 && first == 0 && end > 0) {
		if (l->compare == COMPARE_slt || l->compare == COMPARE_ult || l->compare == COMPARE_ne)
			return end;
		return (l->compare == COMPARE_sle || l->compare == COMPARE_ule) && end < INT32_MAX ? end + 1 : 0;
	}
	if (l->step == -1 && first >= 0 && first < INT32_MAX &&
	    ((l->compare == COMPARE_sge && end == 0) || (l->compare == COMPARE_sgt && end == -1)))
		return first + 1;
	return 0;
}

/* ---- what is in them ---- */

/* May a callee come back with a lock given back that it has not taken itself? */
static bool callee_gives_back(const struct work *w, const struct target *t)
{
	const struct summary *callee = w->s->of[t->fn.i];

	if (w->in_scc || !callee || events_have(t->row, TRAIT_GIVES_BACK))
		return true;
	for (uint32_t i = 0; i < callee->nbacks; i++) {
		const struct relative *r = &callee->relative[callee->back[i].lockset];
		for (uint32_t k = 0; k < r->nminus; k++)
			if (callee->guard[r->minus + k].count)
				return true;
	}
	return false;
}

static bool gives_back(const struct work *w, uint32_t inst)
{
	const struct inst *in = &w->b.inst.at[inst];
	struct sym_id callee;
	uint32_t n;
	const struct target *t;

	if (w->g->spin.n && spin_gives(spin_step_of(w->p, &w->b, inst)))
		return true;
	if (in->op != OP_call)
		return false;
	callee = body_callee(w->p, &w->b, in);
	t = ground_targets(w->g, w->b.fn, inst, &n);
	for (uint32_t i = 0; i < n; i++)
		if (callee_gives_back(w, &t[i]))
			return true;
	return events_have(callee.i ? points_rows(w->pt, callee) : NULL, TRAIT_GIVES_BACK);
}

/* None of its blocks gives a lock back, and there is a call. */
static bool only_takes(struct work *w, const bool *inside)
{
	bool calls = false;

	for (uint32_t k = 0; k < w->cfg.nreached; k++) {
		const struct block *b = &w->b.block.at[w->cfg.order[k]];
		for (uint32_t i = b->inst; inside[w->cfg.order[k]] && i < b->inst + b->ninsts; i++) {
			calls |= w->b.inst.at[i].op == OP_call;
			if (gives_back(w, i))
				return false;
		}
	}
	return calls;
}

static void look_at_header(struct work *w, uint32_t header)
{
	const uint32_t *pred = &w->cfg.pred[w->cfg.first_pred[header]];
	struct counted_loop x = { .header = header };
	struct count_loop l;
	struct fork f;

	if (w->cfg.npreds[header] != 2 || !fork_of(w->p, &w->b, header, &f))
		return;
	x.phi = body_inst_of(&w->b, f.test.value);
	if (x.phi == UINT32_MAX || !loop_find(w->arena, w->p, &w->b, &w->cfg, header, f.test.value, &l) || l.header != header)
		return;
	x.rounds = rounds(w, &l);
	x.latch = pred[l.inside[pred[1]]];
	x.out = l.exit_to;
	if (x.rounds && only_takes(w, l.inside))
		*vec_add(w->arena, &w->loop) = x;
}

void all_find_loops(struct work *w)
{
	for (uint32_t k = 0; k < w->cfg.nreached; k++)
		if (w->b.inst.at[w->b.block.at[w->cfg.order[k]].inst].op == OP_phi)
			look_at_header(w, w->cfg.order[k]);
}

/* ---- which array ---- */

/* The array so many bytes inside of a thing of this type, with elements of that size: how many there are; 0: none. */
static uint64_t elements_at(const struct program *p, struct type_id t, uint64_t offset, uint64_t size)
{
	for (uint32_t depth = 0; t.i && !limit_full(LIMIT_summary_nested, depth); depth++) {
		const struct type *x = program_type(p, type_strip(p, t));
		const struct field *found = NULL;
		if (x->kind == TYPE_ARRAY) {
			uint64_t element = program_type(p, type_strip(p, x->base))->size / 8;
			return !offset && element == size && size ? x->size / 8 / size : 0;
		}
		for (uint32_t i = 0; x->kind == TYPE_STRUCT && i < x->nfields && !found; i++) {
			const struct field *f = &p->field.at[x->field + i];
			if (f->offset <= offset * 8 && offset * 8 < f->offset + program_type(p, type_strip(p, f->type))->size)
				found = f;
		}
		if (!found)
			return 0;
		offset -= found->offset / 8;
		t = found->type;
	}
	return 0;
}

/* How many elements the array has: of a variable, or of the record that a parameter points to. */
static uint64_t length_of(const struct work *w, uint32_t array, uint64_t size)
{
	struct term k = term_get(&w->terms, array);
	uint64_t offset = 0;
	struct type_id t = { 0 };

	if (k.kind == TERM_FIELD) {
		offset = k.offset < 0 ? UINT32_MAX : (uint64_t)k.offset;
		k = term_get(&w->terms, k.base);
	}
	if (k.kind == TERM_SYM)
		t = program_sym(w->p, (struct sym_id){ k.a })->type;
	else if (k.kind == TERM_PARAM && k.a == w->b.fn.i && k.b < w->b.param.n) {
		const struct type *x = program_type(w->p, type_strip(w->p, w->b.param.at[k.b].type));
		t = x->kind == TYPE_POINTER ? x->base : t;
	}
	return elements_at(w->p, t, offset, size);
}

/* The term of all elements, if this one is that of the loop's variable in an array that the loop goes through; 0: it is not. */
static uint32_t all_of(struct work *w, const struct counted_loop *x, uint32_t lock)
{
	struct term k = term_get(&w->terms, lock);
	int64_t behind = 0;
	uint32_t all;

	if (k.kind == TERM_FIELD) {
		behind = k.offset;
		k = term_get(&w->terms, k.base);
	}
	if (k.kind != TERM_INDEX || k.offset <= 0 || k.a != w->value[body_value(&w->b, x->phi)].must)
		return 0;
	if (length_of(w, k.base, (uint64_t)k.offset) != (uint64_t)x->rounds)
		return 0;
	all = term_make(&w->terms, &(struct term){ .kind = TERM_ALL });
	all = term_make(&w->terms, &(struct term){ .kind = TERM_INDEX, .base = k.base, .a = all, .offset = k.offset });
	return term_field(&w->terms, all, behind);
}

/* ---- states ---- */

static bool holds(const struct work *w, uint32_t set, const struct held *g)
{
	uint32_t nplus, nminus;
	const struct held *first = locks_get(w, set, &nplus, &nminus), *at = held_find(first, nplus, g);

	return at && (!held_is_shared(at) || held_is_shared(g));
}

/* What is held at the end of a round, and is of all rounds perhaps. */
static void note_taken(struct work *w, uint32_t loop, uint32_t set)
{
	uint32_t nplus, nminus;
	const struct held *at = locks_get(w, set, &nplus, &nminus);

	for (uint32_t i = 0; i < nplus && !limit_full(LIMIT_summary_all, w->taken.n); i++) {
		struct taken_all t = { loop, at[i], all_of(w, &w->loop.at[loop], at[i].term) };
		bool known = !t.all;
		for (uint32_t k = 0; k < w->taken.n && !known; k++)
			known = w->taken.at[k].loop == loop && held_is_same(&w->taken.at[k].one, &t.one);
		if (!known)
			*vec_add(w->arena, &w->taken) = t;
		at = locks_get(w, set, &nplus, &nminus);
	}
}

void all_enter(struct work *w, uint32_t from, uint32_t to, struct path_state *s)
{
	for (uint32_t i = 0; i < w->loop.n; i++) {
		const struct counted_loop *x = &w->loop.at[i];
		if (x->header == to && from == x->latch)
			note_taken(w, i, s->lockset);
		for (uint32_t k = 0; k < w->taken.n; k++) {
			struct taken_all t = w->taken.at[k];
			if (t.loop != i)
				continue;
			if (x->header == to && from != x->latch)
				s->lost &= ~(1u << k);
			else if (x->header == to && !holds(w, s->lockset, &t.one))
				s->lost |= 1u << k;
			else if (x->header == from && to == x->out && RECOGNISED(summary_all, !(s->lost >> k & 1))) {
				t.one.term = t.all;
				s->lockset = locks_acquire(w, s->lockset, t.one);
			}
		}
	}
}

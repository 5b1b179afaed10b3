/* The worklist of Algorithm 1: facts at a place, run to the next call or the end of the block. */
#include "contexts/walk/explore.h"
#include "path/fact.h"

#include <string.h>

/* ---- what a test of a call's result tells ---- */

bool when_holds(const struct model_row *row, uint8_t compare, int64_t value)
{
	struct event_test w = event_test(&row->when);
	struct fact result = fact_any(0);

	if (!w.compare || w.mask != -1)
		return false;
	if (compare == COMPARE_ne && model_is_failure(row, value))
		return true; /* who asks for one failure asks for the only one (summary/function/reason.c) */
	(void)fact_assume(&result, compare, value);
	return fact_truth(&result, w.compare, w.number) == 1;
}

static void settle(struct where *w, const struct branch *branch, bool first)
{
	struct explorer *e = w->e;
	const struct call *call = &w->slice->call.at[branch->call - 1];
	uint32_t key = w->slice->nregs + branch->call - 1, i = pairs_find(&w->st->reg, key);
	uint8_t compare = first ? branch->compare : compare_negated(branch->compare);
	uint32_t term;

	if (i >= w->st->reg.n || w->st->reg.at[i].key != key)
		return;
	term = set_only(e->terms, w->st->reg.at[i].set);
	memmove(w->st->reg.at + i, w->st->reg.at + i + 1, (w->st->reg.n - i - 1) * sizeof *w->st->reg.at);
	w->st->reg.n--;
	for (uint32_t k = 0; k < call->noperations; k++) {
		const struct model_row *row = w->slice->operation.at[call->operation + k].row;
		struct held lock = {
			.term = term, .family = row->family, .flags = row->flags & MODEL_SHARED ? HELD_SHARED : 0, .count = 1
		};
		if (!event_is(row, EVENT_ACQUIRE) || !when_holds(row, compare, branch->value))
			continue;
		lock.flags |= lock_is_certain(e, term) ? HELD_CERTAIN : 0;
		w->st->held = lockset_acquire(e, w->st->held, &lock);
		return;
	}
}

/* ---- the worklist ---- */

void places_make(struct explorer *e, uint32_t context)
{
	const struct slice *slice = &e->s->fn[e->out->context.at[context].fn.i];
	uint32_t n = slice->block.n + slice->call.n;

	while (e->place.n <= context)
		*vec_add(e->keep, &e->place) = e->anchor.n;
	vec_reserve(e->keep, &e->anchor, n);
	memset(e->anchor.at + e->anchor.n, 0, n * sizeof *e->anchor.at);
	e->anchor.n += n;
}

uint32_t place_of(const struct explorer *e, uint32_t context, uint32_t block, uint32_t step)
{
	const struct slice *slice = &e->s->fn[e->out->context.at[context].fn.i];
	uint32_t before = slice->block.at[block].step + step - 1;

	return e->place.at[context] + (step ? slice->block.n + slice->step.at[before].call : block);
}

void note_held(struct explorer *e, uint32_t place, uint32_t held)
{
	struct contexts_anchor *a = &e->anchor.at[place];

	a->held = a->seen ? lockset_meet(e, a->held, held) : held;
	a->may = a->seen ? lockset_join(e, a->may, held) : held;
	a->seen = true;
}

/* Registers that nobody asks for any more make facts differ for nothing. */
static void keep_live(struct where *w, uint32_t block)
{
	const struct slice_block *b = &w->slice->block.at[block];
	uint32_t kept = 0;

	if (b->live == ALL_LIVE)
		return;
	for (uint32_t i = 0; i < w->st->reg.n; i++) {
		uint32_t reg = w->st->reg.at[i].key;
		if (reg >= w->slice->nregs || w->slice->live.at[b->live + reg / 64] >> reg % 64 & 1)
			w->st->reg.at[kept++] = w->st->reg.at[i];
	}
	w->st->reg.n = kept;
}

uint32_t anchor_facts(struct explorer *e, uint32_t place)
{
	const struct contexts_anchor a = e->anchor.at[place];
	uint32_t facts = a.facts[0];

	for (uint32_t i = 1; i < a.n && a.n <= FACTS_MOST; i++)
		facts = facts_join(e, facts, a.facts[i]);
	return facts;
}

/* Have these facts been here? A place lists what arrived until there is too much of it; from then on the map knows. */
static bool is_listed(const struct contexts_anchor *a, uint32_t facts)
{
	for (uint32_t i = 0; i < a->n && a->n <= FACTS_MOST; i++)
		if (a->facts[i] == facts)
			return true;
	return false;
}

static bool visit(struct explorer *e, uint32_t place, uint32_t facts)
{
	uint32_t *seen = map_at(e->scratch, &e->visited, map_pair(place, facts));
	bool first = !*seen;

	*seen = 1;
	return first;
}

/* Too many facts at one place: go on with all of them in one. The facts to go on with; 0: they have been here. */
static uint32_t join_anchor(struct explorer *e, uint32_t place, uint32_t facts, uint32_t held)
{
	struct contexts_anchor *a = &e->anchor.at[place];
	uint32_t all = anchor_facts(e, place), *late = &a->facts[1 + facts % (FACTS_MOST - 1)];
	bool first;

	if (a->n > FACTS_MOST && (facts == a->facts[0] || facts == *late))
		return 0;
	for (uint32_t i = 0; i < a->n && a->n <= FACTS_MOST; i++)
		visit(e, place, a->facts[i]);
	first = visit(e, place, facts);
	if (first || a->n > FACTS_MOST)
		*late = facts;
	if (!first)
		return 0;
	a->may = lockset_join(e, a->may, held);
	all = facts_join(e, all, facts);
	if (a->n <= FACTS_MOST && !e->crowded)
		limit_met(LIMIT_contexts_facts);
	a->n = a->n <= FACTS_MOST ? FACTS_MOST + 1 : a->n + 1;
	if (limit_over(LIMIT_contexts_joins, a->n - FACTS_MOST))
		all = facts_forget(e, all); /* they lose a cell each time: all of them at once */
	a->facts[0] = all;
	return all == facts || visit(e, place, all) ? all : 0;
}

void explore_push(struct explorer *e, uint32_t context, uint32_t block, uint32_t step, const struct state *st)
{
	struct state now = *st;
	struct contexts_item item = { context, block, step, 0 };
	uint32_t place = place_of(e, context, block, step);
	struct contexts_anchor *a = &e->anchor.at[place];

	if (e->crowded)
		now.dropped = lockset_widen(e, now.dropped);
	item.facts = facts_intern(e, &now);
	if (is_listed(a, item.facts))
		return;
	if (a->n < e->most_facts)
		a->facts[a->n++] = item.facts;
	else
		item.facts = join_anchor(e, place, item.facts, st->held);
	if (item.facts)
		*vec_add(e->scratch, &e->work) = item;
}

static void run_step(struct where *w, const struct contexts_step *s)
{
	struct explorer *e = w->e;
	uint32_t value;

	w->inst = s->inst;
	w->cell = s->ncells ? w->slice->cell.at + s->cell : NULL;
	w->ncells = s->ncells;
	switch (s->kind) {
	case STEP_LOAD:
		value = memory_read(w, node_value(w, s->a));
		reg_set(w, s->reg, value);
		break;
	case STEP_SELECT:
		value = set_union(e->terms, node_value(w, s->a), node_value(w, s->b));
		reg_set(w, s->reg, value);
		break;
	case STEP_STORE:
	case STEP_UPDATE:
		memory_store(w, node_value(w, s->a), node_value(w, s->b), s->kind == STEP_UPDATE);
		break;
	case STEP_COPY:
		memory_copy(w, node_value(w, s->a), node_value(w, s->b), s->bytes);
		break;
	default:
		break;
	}
}

static void run_return(struct where *w, const struct contexts_step *s)
{
	struct explorer *e = w->e;
	struct state exit = *w->st;
	struct pair result = { REG_RESULT, s->a ? node_value(w, s->a) : 0 };
	struct where there = *w;

	exit.reg = (pairs){ &result, s->a ? 1 : 0, 1 };
	there.st = &exit;
	memory_sweep(&there);
	if (e->crowded)
		exit.dropped = lockset_widen(e, exit.dropped);
	call_exit(e, w->context, facts_intern(e, &exit));
}

/* What the branch at the end of a block tests, if something is known of it. */
static uint32_t tested_set(struct where *w, const struct branch *branch)
{
	const struct call *call = branch->call ? &w->slice->call.at[branch->call - 1] : NULL;

	if (branch->node)
		return node_value(w, branch->node);
	return call && call->reg ? pairs_get(&w->st->reg, call->reg - 1) : 0;
}

static bool switch_is_closed(struct where *w, const struct slice_block *b, uint32_t way, int64_t value)
{
	const int64_t *number = w->slice->number.at + b->branch.number;

	if (way)
		return number[way - 1] != value;
	for (uint32_t i = 0; i + 1 < b->nnexts; i++)
		if (number[i] == value)
			return true;
	return false;
}

/* What the branch tests is a known number, by which this way is not taken; or the address of a variable, which is not null. */
static bool is_closed(struct where *w, const struct slice_block *b, uint32_t way)
{
	const struct branch *branch = &b->branch;
	struct terms *t = w->e->terms;
	uint32_t set = branch_tests(branch) ? tested_set(w, branch) : 0;
	struct term k = term_get(t, set_only(t, set));
	struct fact known;
	int truth;

	if (set_is_variables(t, set) && (branch->node || w->slice->call.at[branch->call - 1].twice))
		known = fact_not_null(0);
	else if (k.kind == TERM_NULL || k.kind == TERM_INT)
		known = fact_exact(0, k.offset);
	else
		return false;
	if (branch->node && branch->compare == COMPARE_none)
		return fact_is_exact(&known) && switch_is_closed(w, b, way, known.low);
	truth = fact_truth(&known, branch->compare, branch->value);
	return b->nnexts == 2 && truth >= 0 && truth != (way == 0);
}

static void note_taken(struct where *w, uint32_t from, uint32_t index)
{
	uint32_t *taken = map_at(w->e->out->arena, &w->e->out->taken, map_pair(w->context, from)), way = way_bit(index);

	if (way != index && !(*taken >> way & 1))
		limit_met(LIMIT_contexts_ways);
	*taken |= 1u << way;
}

static void take_edge(struct where *w, uint32_t from, uint32_t index, struct state *next)
{
	const struct slice_block *b = &w->slice->block.at[from];
	uint32_t to = w->slice->next.at[b->next + index];
	struct where there = *w;
	const struct phi *phi;
	uint32_t nphis;

	if ((index < 8 && b->failing >> index & 1) || is_closed(w, b, index))
		return;
	if (branch_tests(&b->branch) && w->e->exploring)
		note_taken(w, from, index);
	facts_copy(w->e->scratch, next, w->st);
	there.st = next;
	phi = slice_phis(w->slice, to, from, &nphis);
	for (uint32_t i = 0; i < nphis; i++)
		reg_set(&there, phi[i].reg, node_value(w, phi[i].node));
	if (b->branch.call && b->nnexts == 2)
		settle(&there, &b->branch, index == 0);
	keep_live(&there, to);
	memory_sweep(&there);
	explore_push(w->e, w->context, to, 0, next);
}

static void run_item(struct explorer *e, const struct contexts_item *at, struct state *st, struct state *next)
{
	const struct context *c = &e->out->context.at[at->context];
	struct where w = { .e = e, .slice = &e->s->fn[c->fn.i], .context = at->context, .group = c->group, .st = st };
	const struct slice_block *b = &w.slice->block.at[at->block];
	struct contexts_item here = *at;

	e->doing = (struct doing){ .at = { .context = at->context, .block = at->block, .step = at->step, .facts = at->facts } };
	e->doing_number = 0;
	facts_load(e, at->facts, st);
	note_held(e, place_of(e, at->context, at->block, at->step), st->held);
	for (; here.step < b->nsteps; here.step++) {
		const struct contexts_step *s = &w.slice->step.at[b->step + here.step];
		if (s->kind == STEP_RETURN) {
			run_return(&w, s);
			return;
		}
		if (s->kind != STEP_CALL) {
			run_step(&w, s);
			continue;
		}
		if (!call_run(&w, &here, s->call))
			return;
		note_held(e, place_of(e, at->context, at->block, here.step + 1), st->held);
	}
	for (uint32_t i = 0; i < b->nnexts; i++)
		take_edge(&w, at->block, i, next);
}

/* Whoever used a slot that others were found to get at later: it is run again as if it had not been, and what it finds now comes
 * to what it found. */
static void run_redo(struct explorer *e)
{
	const struct doing d = e->done.at[e->redo.at[--e->redo.n]];

	if (d.callee)
		call_resume(e, &d.at, d.callee, d.exit);
	else
		*vec_add(e->scratch, &e->work) = (struct contexts_item){ d.at.context, d.at.block, d.at.step, d.at.facts };
}

void explore_run(struct explorer *e)
{
	struct state st = { 0 }, next = { 0 };

	while (e->work.n || e->redo.n) {
		struct contexts_item item;
		if (!e->work.n) {
			run_redo(e);
			continue;
		}
		item = e->work.at[--e->work.n];
		if (e->out->context.n > e->budget || ++e->visits > e->visits_most) {
			if (!e->crowded)
				limit_met(e->visits > e->visits_most ? LIMIT_contexts_visits : e->budget_is);
			e->crowded = true;
			e->most_facts = 1;
		}
		limit_in(e->out->context.at[item.context].fn.i);
		run_item(e, &item, &st, &next);
	}
	limit_in(0);
}

/* A start stores a handle, a join what the thread has returned. */
static void call_outside_quietly(struct where *w, const struct call *call)
{
	for (uint32_t i = 0; i < call->noperations; i++) {
		const struct operation *op = &w->slice->operation.at[call->operation + i];
		w->inst = call->inst;
		if (event_is(op->row, EVENT_SPAWN))
			start_store_id(w, call, op);
		else if (event_is(op->row, EVENT_JOIN))
			result_join(w, op);
	}
	call_result(w, call);
}

void walk_quietly(struct where *w, uint32_t block, uint32_t step, uint32_t inst)
{
	const struct slice_block *b = &w->slice->block.at[block];

	w->quiet = true;
	for (; step < b->nsteps && w->slice->step.at[b->step + step].inst < inst; step++) {
		const struct contexts_step *s = &w->slice->step.at[b->step + step];
		if (s->kind != STEP_CALL)
			run_step(w, s);
		else if (!w->slice->call.at[s->call].body.i && !w->slice->call.at[s->call].node)
			call_outside_quietly(w, &w->slice->call.at[s->call]);
	}
}

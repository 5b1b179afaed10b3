/* Bottom-up over the components of the call graph (RELAY, section 2): a component is a task that becomes ready when the last
 * component that it calls is done, so that the tasks run on all cores. Each function's summary depends on those of its callees
 * only and has a table of terms of its own: the result is the same in whatever order the tasks run. A component that calls itself
 * is a knot (knot.c). */
#include <omp.h>
#include <stdatomic.h>

#include "base/store/groups.h"
#include "base/system/progress.h"
#include "base/diag.h"
#include "base/system/parallel.h"
#include "base/stat.h"
#include "code/loop.h"
#include "summary/schedule.h"

static void measure(struct work *w)
{
	w->block_of = blocks_of_insts(w->arena, &w->b);
	w->conditions = arena_array(w->arena, (size_t)w->b.block.n + 1, sizeof *w->conditions);
	for (uint32_t k = 0; k < w->b.block.n; k++)
		w->conditions[k] = UINT32_MAX / 2;
	w->conditions[0] = 0;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t k = 0; k < w->cfg.nreached; k++) {
			uint32_t block = w->cfg.order[k], n, cost;
			const uint32_t *next = body_successors(&w->b, block, &n);
			cost = w->conditions[block] + (n > 1);
			for (uint32_t i = 0; i < n; i++)
				if (cost < w->conditions[next[i]]) {
					w->conditions[next[i]] = cost;
					changed = true;
				}
		}
	}
}

static uint32_t most_open(const struct summaries *s, enum detail detail)
{
	switch (detail) {
	case DETAIL_ALL:
		return s->whole ? UINT32_MAX : limit(LIMIT_summary_open);
	case DETAIL_RECURSIVE:
		return s->whole ? UINT32_MAX : limit(LIMIT_summary_recursive);
	default:
		return 0;
	}
}

struct summary *summary_make(struct arena *keep, const struct summaries *s, struct fn_id fn, enum detail detail, bool rough)
{
	struct arena scratch;
	struct work w = { .arena = &scratch,
			  .s = s,
			  .g = s->ground,
			  .pt = s->points,
			  .p = s->p,
			  .in_scc = detail != DETAIL_ALL,
			  .detail = detail,
			  .most_open = most_open(s, detail) };
	struct summary *out;

	arena_init(&scratch, "summary.function");
	body_get(&scratch, s->p, fn, &w.b);
	cfg_build(&scratch, &w.b, &w.cfg);
	terms_init(&w.terms, &scratch);
	locks_init(&w);
	intern_init(&w.condition, &scratch);
	w.value = arena_array(&scratch, (size_t)w.b.param.n + w.b.inst.n + 2, sizeof *w.value);
	w.local = arena_array(&scratch, (size_t)w.b.inst.n + 1, 1);
	measure(&w);
	symbolic_run(&w);
	flow_summary(&w);
	if (rough)
		flow_ways_back(&w);
	else
		access_run(&w);
	out = finish_summary(&w, keep);
	arena_release(&scratch);
	return out;
}

/* ---- one component ---- */

static bool calls_itself(const struct ground *g, uint32_t fn)
{
	for (uint32_t i = g->first_callee[fn]; i < g->first_callee[fn + 1]; i++)
		if (g->callee[i] == fn)
			return true;
	return false;
}

struct summary *schedule_make(struct summary_schedule *c, uint32_t fn, enum detail detail, bool rough)
{
	return summary_make(&c->keep[c->parallel ? omp_get_thread_num() : 0], c->s, (struct fn_id){ fn }, detail, rough);
}

static void run_component(struct summary_schedule *c, uint32_t component)
{
	const uint32_t *fn = c->g->scc.node + c->g->scc.first[component];
	uint32_t n = c->g->scc.first[component + 1] - c->g->scc.first[component];

	if (n > 1 || calls_itself(c->g, fn[0]))
		knot_run(c, fn, n);
	else if (c->g->reached[fn[0]])
		c->s->of[fn[0]] = schedule_make(c, fn[0], DETAIL_ALL, false);
	progress_add(n);
}

/* ---- all of them ---- */

static void find_callers(struct summary_schedule *c)
{
	const struct ground *g = c->g;
	struct map seen = { 0 };
	struct groups callers;

	c->pending = arena_array(c->arena, (size_t)g->scc.n + 1, sizeof *c->pending);
	groups_begin(&callers, g->scc.n);
	for (uint32_t f = 1; f < g->nfns; f++)
		for (uint32_t i = g->first_callee[f]; i < g->first_callee[f + 1]; i++) {
			uint32_t from = g->scc.of[f], to = g->scc.of[g->callee[i]], *at;
			if (from == to)
				continue;
			at = map_at(c->arena, &seen, map_pair(from, to) + 1);
			if (*at)
				continue;
			*at = 1;
			groups_add(&callers, to, from);
			c->pending[from]++;
		}
	groups_end(&callers, c->arena, &c->first_caller, &c->caller);
}

/* Components are numbered callees first. */
static void run_alone(struct summary_schedule *c)
{
	for (uint32_t k = 0; k < c->g->scc.n; k++)
		run_component(c, k);
}

static void run_one(void *with, uint32_t component)
{
	run_component(with, component);
}

/* What calls itself is made several times. */
enum { KNOT_TIMES = 3 };

static void run_all(struct summary_schedule *c, uint32_t workers)
{
	const struct scc *scc = &c->g->scc;
	struct tasks t = { .arena = c->arena,
			   .n = scc->n,
			   .first = c->first_caller,
			   .after = c->caller,
			   .pending = c->pending,
			   .run = run_one,
			   .with = c };
	uint32_t *order = arena_array(c->arena, (size_t)scc->n + 1, sizeof *order);
	uint64_t *weight = arena_array(c->arena, (size_t)scc->n + 1, sizeof *weight);

	for (uint32_t k = 0; k < scc->n; k++) { /* callees first */
		uint32_t n = scc->first[k + 1] - scc->first[k];
		order[k] = k;
		for (uint32_t i = scc->first[k]; i < scc->first[k + 1]; i++)
			weight[k] += scc->node[i] ? (uint64_t)program_fn(c->s->p, (struct fn_id){ scc->node[i] })->ninsts *
							    (n > 1 ? KNOT_TIMES : 1)
						  : 0;
	}
	tasks_measure(&t, weight, order);
#pragma omp parallel num_threads((int)workers) default(none) shared(t)
#pragma omp single
	tasks_run(&t);
}

struct summaries *summary_run(struct arena *arena, const struct sharing *sharing, const struct threads *threads, uint32_t workers,
			      bool whole)
{
	struct summaries *s = arena_new(arena, struct summaries);
	struct summary_schedule c = { .s = s, .arena = arena };

	*s = (struct summaries){ .arena = arena, .sharing = sharing, .threads = threads, .contexts = threads->contexts,
				 .points = threads->contexts->points, .p = threads->contexts->points->p, .whole = whole };
	s->of = arena_array(arena, s->p->fn.n, sizeof *s->of);
	s->keep = c.keep = arena_array(arena, workers, sizeof *c.keep);
	s->nkeep = workers;
	for (uint32_t i = 0; i < workers; i++)
		arena_init(&c.keep[i], "summary");
	c.parallel = workers > 1 && parallel_begin();
	c.g = s->ground = ground_find(arena, sharing, threads, &(struct crew){ c.keep, workers, c.parallel });
	limit_in(0); /* whoever has read the last function */
	find_callers(&c);
	progress_start("summary", s->p->fn.n);
	if (c.parallel)
		run_all(&c, workers);
	else
		run_alone(&c);
	progress_end();
	limit_in(0);
	s->unsettled = c.unsettled;
	stat_add(STAT_gap_recursion, s->unsettled);
	for (uint32_t f = 1; f < s->p->fn.n; f++)
		if (s->of[f]) {
			stat_add(STAT_summaries, 1);
			stat_add(STAT_accesses, s->of[f]->naccesses);
			stat_add(STAT_gap_cells, s->of[f]->left_out);
		}
	return s;
}

void summary_release(struct summaries *s)
{
	for (uint32_t i = 0; i < s->nkeep; i++)
		arena_release(&s->keep[i]);
}

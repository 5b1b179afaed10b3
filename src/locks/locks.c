#include "locks/locks.h"

#include "base/stat.h"
#include "locks/function/judge.h"

/* No lock operation, no work: most functions end here. */
static bool has_operations(const struct ops *o, uint32_t f)
{
	const struct model_row *r = ops_rows(o, program_sym(o->p, program_fn(o->p, (struct fn_id){ f })->sym));

	if (events_find(r, EVENT_ACQUIRE) || events_find(r, EVENT_RELEASE))
		return false; /* the rows stand for the body */
	if (o->fn[f].operations)
		return true;
	for (uint32_t k = 0; k < o->fn[f].ncallees; k++)
		if (o->fn[o->callee.at[o->fn[f].callee + k]].wrapper.verb)
			return true;
	return false;
}

static void run_function(struct locks *l, struct arena *a, struct arena *scratch, const struct body *b)
{
	struct cfg cfg;
	struct locks_slice slice;
	struct fact given[GIVEN_PARAMS];
	struct flow flow = { .arena = scratch, .ops = &l->ops, .b = b, .cfg = &cfg, .slice = &slice };
	uint32_t before = l->finding.n;

	cfg_build(scratch, b, &cfg);
	if (!slice_find(scratch, &l->ops, b, &cfg, &slice)) {
		gap(states);
		return;
	}
	if (slice.twice) {
		gap(twice);
		return;
	}
	if (!slice.locks)
		return;
	flow_run(&flow);
	if (flow.gave_up) {
		gap(states);
		return;
	}
	l->functions++;
	judge_function(a, &flow, l);
	if (l->finding.n == before || !given_find(&l->ops, scratch, b, given))
		return;
	/* what was found may need a number that no caller passes */
	l->finding.n = before;
	flow = (struct flow){ .arena = scratch, .ops = &l->ops, .b = b, .cfg = &cfg, .slice = &slice, .given = given };
	flow_run(&flow);
	judge_function(a, &flow, l);
}

struct locks *locks_run(struct arena *a, struct lockset *lockset)
{
	const struct program *p = lockset->points->p;
	struct locks *l = arena_new(a, struct locks);
	struct body b = { 0 };
	struct arena bodies;

	ops_find(&l->ops, a, lockset);
	arena_init(&bodies, "locks.bodies");
	for (uint32_t f = 1; f < p->fn.n; f++) {
		struct arena scratch;
		if (!has_operations(&l->ops, f))
			continue;
		arena_init(&scratch, "locks.scratch");
		ops_body(&l->ops, &bodies, f, &b);
		run_function(l, a, &scratch, &b);
		arena_release(&scratch);
	}
	arena_release(&bodies);
	return l;
}

void locks_check(const struct locks *l, const struct program *p)
{
	for (uint32_t i = 0; i < l->finding.n; i++) {
		const struct finding *x = &l->finding.at[i];
		CHECK(x->rule > 0 && x->rule < RULES, "finding %u has no rule", i);
		CHECK(x->message && x->function && x->lock && x->place.file, "finding %u is not complete", i);
		CHECK(x->nnotes > 0, "finding %u does not say why", i);
	}
	for (uint32_t f = 1; f < p->fn.n; f++)
		CHECK(l->ops.fn[f].callee + l->ops.fn[f].ncallees <= l->ops.callee.n, "calls of function %u", f);
}

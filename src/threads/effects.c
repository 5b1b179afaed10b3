/* What the calls of a context do to the slots: starts of threads and calls that do not come back here, the rest in joins.c, array.c,
 * gate.c, flag.c and barrier.c. Also two ways on which a start did not happen:
 *
 *     if (pthread_create(&t, ..)) goto fail;     on the way to fail
 *     if (p) create(..);  ..  if (p) join(..);   on the way around the join, if p has not changed */
#include "threads/running.h"

#include <stdlib.h>

#include "threads/branch.h"
#include "threads/origin.h"
#include "threads/loop.h"
#include "threads/memory.h"

void effect_add(struct running *r, struct effect e)
{
	*vec_add(r->arena, &r->now.effect) = e;
}

/* Contexts that only free classes run are not walked. */
static bool matters(const struct running *r, uint32_t context)
{
	return bits_meet(&r->bits, r->threads_of[context], r->ordered);
}

/* ---- starts and ends ---- */

/* What several contexts have in common counts in a slot of each as well. */
static void add_within(struct running *r, const struct effect *e)
{
	uint32_t within = map_get(&r->within_at, map_pair(e->context, e->at));

	if (within)
		effect_add(r, (struct effect){ e->context, e->at, e->to, within, SPAWN_START });
}

static void add_starts(struct running *r)
{
	uint32_t context = 0, inst = 0;

	for (uint32_t i = 1; i < r->c->edge.n; i++) {
		const struct edge *e = &r->c->edge.at[i];
		struct effect start;
		uint32_t at;
		if (!edge_is_start(r, e) || r->class.at[r->thread_of_edge[i]].exits || !matters(r, e->context))
			continue;
		if (e->context == context && e->inst == inst)
			continue;
		context = e->context;
		inst = e->inst;
		at = map_get(&r->start_at, map_pair(context_of(r, context)->fn.i, inst));
		start = (struct effect){ context, inst, UINT32_MAX, r->start.at[at].slot,
					 r->start.at[at].item ? SPAWN_START_ITEM : SPAWN_START };
		effect_add(r, start);
		add_within(r, &start);
	}
}

static bool ends_here(const struct event *e)
{
	return e->row->verb == MODEL_EXIT_THREAD || (e->row->verb == MODEL_NORETURN && e->row->when.test == MODEL_ALWAYS);
}

static void find_ends(struct running *r)
{
	for (uint32_t i = 1; i < r->c->event.n; i++)
		if (ends_here(&r->c->event.at[i]))
			*vec_add(r->arena, &r->ends) = i;
}

static void add_ends(struct running *r)
{
	for (uint32_t i = 0; i < r->ends.n; i++) {
		const struct event *e = &r->c->event.at[r->ends.at[i]];
		if (matters(r, e->context))
			effect_add(r, (struct effect){ e->context, e->inst, UINT32_MAX, 0, 0 });
	}
}

/* ---- starts that did not happen ---- */

/* The way on which the result of the call is not 0: 0 and 1 for the targets of the branch, 2 for none. */
static uint32_t failing_way(const struct running *r, const struct code *code, uint32_t branch, uint32_t call)
{
	struct test t = branch_test(r->p, code, branch);
	struct ref value = value_behind(code, t.value);

	if (ref_kind(value) != REF_VALUE || body_inst(&code->body, ref_index(value)) != call)
		return 2;
	return test_holds(&t, 0);
}

/* POSIX and C11: the handle is stored through a pointer, and the result says whether there is one. */
static bool reports_failure(const struct start *s, const struct edge *e)
{
	return e->kind == SITE_SPAWN && s->row && s->row->id.base == MODEL_ARGUMENT && s->row->id.deref == 1;
}

static void each_branch(struct running *r, uint32_t context, const struct code *code,
			void (*act)(struct running *, uint32_t, const struct code *, uint32_t, void *), void *with)
{
	for (uint32_t b = 0; b < code->body.block.n; b++) {
		uint32_t last = code->body.block.at[b].inst + code->body.block.at[b].ninsts - 1;
		if (code->body.inst.at[last].op == OP_branch && code->cfg.position[b])
			act(r, context, code, b, with);
	}
}

static uint32_t block_end(const struct code *code, uint32_t block)
{
	return code->body.block.at[block].inst + code->body.block.at[block].ninsts - 1;
}

static void add_failure(struct running *r, uint32_t context, const struct code *code, uint32_t block, void *with)
{
	const struct start *s = with;
	uint32_t n, way = failing_way(r, code, block_end(code, block), s->inst);
	const uint32_t *to = body_successors(&code->body, block, &n);

	if (way < 2 && to[0] != to[1])
		effect_add(r, (struct effect){ context, block, to[way], s->slot, SPAWN_END });
}

/* ---- the same condition again ---- */

struct guard {
	const struct start *start;
	uint32_t block; /* its branch decides whether the start is reached */
	struct test test; /* holds where it is */
};

/* The nearest branch of which only one way leads to the start. */
static bool find_guard(const struct running *r, const struct code *code, struct guard *g)
{
	const struct cfg *cfg = &code->cfg;
	uint32_t block = code_block(code, g->start->inst), n;

	if (!cfg->position[block])
		return false;
	while (block) {
		uint32_t above = cfg->dominator[block], last = block_end(code, above);
		const uint32_t *to = body_successors(&code->body, above, &n);
		if (code->body.inst.at[last].op == OP_branch && to[0] != to[1] && (to[0] == block || to[1] == block) && cfg->npreds[block] == 1) {
			g->block = above;
			g->test = branch_test(r->p, code, last);
			if (to[0] != block)
				g->test.compare = compare_negated(g->test.compare);
			return g->test.compare != 0;
		}
		block = above;
	}
	return false;
}

/* Computed once in each run of the function: a parameter, or an instruction that no circle leads back to. */
static bool is_fixed(const struct code *code, struct ref value)
{
	uint32_t block;
	struct arena scratch;
	bool loop;

	if (ref_kind(value) != REF_VALUE || !value_inst(code, value))
		return true;
	block = code_block(code, body_inst(&code->body, ref_index(value)));
	arena_init(&scratch, "threads scratch");
	loop = code_reach(&scratch, code, block, UINT32_MAX, NULL, NULL)[block];
	arena_release(&scratch);
	return !loop;
}

/* The same value in both tests? Or the same variable, which must not be stored to from the start on: *dep. */
static bool same_value(struct running *r, uint32_t context, const struct code *code, struct ref a, struct ref b, struct dep *dep)
{
	struct origin x, y;

	a = value_behind(code, a);
	b = value_behind(code, b);
	*dep = (struct dep){ 0 };
	if (a.bits == b.bits)
		return is_fixed(code, a);
	x = origin_of(r, context, a);
	y = origin_of(r, context, b);
	if (x.kind != ORIGIN_SYM || x.loads != 1 || !origin_same(&x, &y))
		return false;
	*dep = x.dep[0];
	return true;
}

static void add_same(struct running *r, uint32_t context, const struct code *code, uint32_t block, void *with)
{
	const struct guard *g = with;
	struct test t = branch_test(r->p, code, block_end(code, block));
	uint32_t n, slot = g->start->slot;
	const uint32_t *to = body_successors(&code->body, block, &n);
	bool opposite = t.compare == compare_negated(g->test.compare);
	struct dep dep;

	if (block == g->block || to[0] == to[1] || t.constant != g->test.constant || (t.compare != g->test.compare && !opposite))
		return;
	if (!same_value(r, context, code, t.value, g->test.value, &dep))
		return;
	if (dep.sym && !memory_settled(r, &dep, 1, slot))
		return;
	effect_add(r, (struct effect){ context, block, to[opposite ? 0 : 1], slot, SPAWN_FORGET });
}

static void add_not_started(struct running *r)
{
	uint32_t context = 0, inst = 0;

	for (uint32_t i = 1; i < r->c->edge.n; i++) {
		const struct edge *e = &r->c->edge.at[i];
		const struct code *code;
		struct guard g = { 0 };
		if (!edge_is_start(r, e) || (e->context == context && e->inst == inst) || !matters(r, e->context))
			continue;
		context = e->context;
		inst = e->inst;
		code = code_get(r->shapes, context_of(r, context)->fn);
		g.start = &r->start.at[map_get(&r->start_at, map_pair(context_of(r, context)->fn.i, inst))];
		if (!g.start->slot || r->class.at[r->thread_of_edge[i]].exits)
			continue;
		if (!g.start->item && reports_failure(g.start, e))
			each_branch(r, context, code, add_failure, (void *)(uintptr_t)g.start);
		if (find_guard(r, code, &g))
			each_branch(r, context, code, add_same, &g);
	}
}

/* ---- all of them ---- */

static int by_place(const void *a, const void *b)
{
	const struct effect *x = a, *y = b;

	if (x->context != y->context)
		return x->context < y->context ? -1 : 1;
	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	if (x->to != y->to)
		return x->to < y->to ? -1 : 1;
	if (x->slot != y->slot)
		return x->slot < y->slot ? -1 : 1;
	return (x->value > y->value) - (x->value < y->value);
}

void effects_sort(struct running *r)
{
	uint32_t kept = 0;

	r->now = (struct tables){ .effect = r->now.effect };
	r->now.passage = arena_array(r->arena, r->c->context.n, sizeof *r->now.passage);
	if (r->now.effect.n)
		qsort(r->now.effect.at, r->now.effect.n, sizeof *r->now.effect.at, by_place);
	for (uint32_t i = 0; i < r->now.effect.n; i++)
		if (!kept || by_place(&r->now.effect.at[kept - 1], &r->now.effect.at[i]))
			r->now.effect.at[kept++] = r->now.effect.at[i];
	r->now.effect.n = kept;
	for (uint32_t i = 0; i < kept; i++) {
		struct passage *p = &r->now.passage[r->now.effect.at[i].context];
		if (!p->neffects++)
			p->effect = i;
	}
}

void effects_early(struct running *r)
{
	add_starts(r);
	add_ends(r);
	effects_sort(r);
}

void effects_make(struct running *r)
{
	find_ends(r);
	arrays_make(r);
	add_starts(r);
	add_ends(r);
	add_not_started(r);
	joins_make(r);
	once_make(r);
	gates_make(r);
	flags_make(r);
	barriers_make(r);
}

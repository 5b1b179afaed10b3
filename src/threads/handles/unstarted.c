/* Ways on which a start did not happen:
 *
 *     if (pthread_create(&t, ..)) goto fail;                    on the way to fail
 *     if (p) create(..);  ..  if (p) join(..);                  on the way around the join, if p has not changed
 *     if (p && create(..) != 0) p = 0;  ..  if (p) join(..);    there, too: the second p is one of several values, and those on
 * whose ways the thread was started are not 0 */
#include "threads/running.h"

#include "base/recogniser.h"
#include "threads/values/branch.h"
#include "threads/values/loop.h"
#include "threads/values/memory.h"
#include "threads/values/origin.h"

/* ---- the result says so ---- */

/* The way on which the result of the call is not 0: 0 and 1 for the targets of the branch, 2 for none. */
static uint32_t failing_way(const struct running *r, const struct code *code, uint32_t branch, uint32_t call)
{
	struct threads_test t = branch_test(r->p, code, branch);
	struct ref value = value_behind(code, t.value);

	if (ref_kind(value) != REF_VALUE || body_inst(&code->body, ref_index(value)) != call)
		return 2;
	return test_holds(&t, 0);
}

/* POSIX and C11: the handle is stored through a pointer, and the result says whether there is one. */
static bool reports_failure(const struct start *s, const struct edge *e)
{
	return e->kind == SITE_SPAWN && s->row && event_stores_handle(s->row);
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

/* The start, and what counts it within this context. */
static void add_unstarted(struct running *r, const struct start *s, struct effect e)
{
	uint32_t within = map_get(&r->within_at, map_pair(r->way[e.context], s->inst));

	e.slot = s->slot;
	effect_add(r, e);
	e.slot = within;
	if (within)
		effect_add(r, e);
}

static void add_failure(struct running *r, uint32_t context, const struct code *code, uint32_t block, void *with)
{
	const struct start *s = with;
	uint32_t n, way = failing_way(r, code, block_end(code, block), s->inst);
	const uint32_t *to = body_successors(&code->body, block, &n);

	if (RECOGNISED(threads_failed, way < 2 && to[0] != to[1]))
		add_unstarted(r, s, (struct effect){ context, block, to[way], 0, SPAWN_END });
}

void unstarted_failed(struct running *r, const struct edge *e, uint32_t slot)
{
	const struct code *code = code_get(r->shapes, context_of(r, e->context)->fn);
	const struct start *s = &r->start.at[map_get(&r->start_at, map_pair(context_of(r, e->context)->fn.i, e->inst))];

	for (uint32_t b = 0; reports_failure(s, e) && b < code->body.block.n; b++) {
		uint32_t n, way;
		const uint32_t *to = body_successors(&code->body, b, &n);
		if (code->body.inst.at[block_end(code, b)].op != OP_branch || !code->cfg.position[b] || to[0] == to[1])
			continue;
		way = failing_way(r, code, block_end(code, b), s->inst);
		if (RECOGNISED(threads_failed, way < 2))
			effect_add(r, (struct effect){ e->context, b, to[way], slot, SPAWN_END });
	}
}

/* ---- the same condition again ---- */

struct threads_guard {
	const struct start *start;
	uint32_t block;	  /* its branch decides whether the start is reached */
	struct threads_test test; /* holds where it is */
};

/* The nearest branch of which only one way leads to the start. */
static bool find_guard(const struct running *r, const struct code *code, struct threads_guard *g)
{
	const struct cfg *cfg = &code->cfg;
	uint32_t block = code_block(code, g->start->inst), n;

	if (!cfg->position[block])
		return false;
	while (block) {
		uint32_t above = cfg->dominator[block], last = block_end(code, above);
		const uint32_t *to = body_successors(&code->body, above, &n);
		if (code->body.inst.at[last].op == OP_branch && to[0] != to[1] && (to[0] == block || to[1] == block) &&
		    cfg->npreds[block] == 1) {
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

	if (ref_kind(value) != REF_VALUE || !body_made_by(&code->body, value))
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
	struct threads_origin x, y;

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
	const struct threads_guard *g = with;
	struct threads_test t = branch_test(r->p, code, block_end(code, block));
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
	if (RECOGNISED(threads_same, true))
		add_unstarted(r, g->start, (struct effect){ context, block, to[opposite ? 0 : 1], 0, SPAWN_FORGET });
}

/* ---- the condition is one of several values ---- */

struct merged {
	struct running *r;
	const struct code *code;
	const struct start *start;
	const struct inst *phi;
	uint32_t block;	  /* of the phi */
	struct threads_test test; /* what holds of the phi on the way looked at */
};

/* Two tests that no value passes both. */
static bool contradict(const struct threads_test *a, const struct threads_test *b)
{
	return a->compare && b->compare && a->value.bits == b->value.bits && a->constant == b->constant &&
	       a->compare == compare_negated(b->compare);
}

/* Is the value known not to pass the test at the end of `block`, by a branch above? */
static bool ruled_out(const struct merged *m, uint32_t block, struct threads_test t)
{
	const struct cfg *cfg = &m->code->cfg;
	int64_t number;
	uint32_t n;

	if (value_number(m->r->p, t.value, &number))
		return !test_holds(&t, number);
	t = test_settle(m->r->p, m->code, t);
	while (block && cfg->position[block]) {
		uint32_t above = cfg->dominator[block], last = block_end(m->code, above);
		const uint32_t *to = body_successors(&m->code->body, above, &n);
		if (m->code->body.inst.at[last].op == OP_branch && to[0] != to[1] && (to[0] == block || to[1] == block) &&
		    cfg->npreds[block] == 1) {
			struct threads_test known = branch_test(m->r->p, m->code, last);
			if (to[0] != block)
				known.compare = compare_negated(known.compare);
			if (contradict(&known, &t))
				return true;
		}
		block = above;
	}
	return false;
}

/* Ways on which the start has failed, and ways into the phi on which its value does not pass the test. */
static bool is_cut(void *with, uint32_t from, uint32_t to)
{
	const struct merged *m = with;
	uint32_t last = block_end(m->code, from), n, way;
	const uint32_t *next = body_successors(&m->code->body, from, &n);

	if (m->code->body.inst.at[last].op == OP_branch && next[0] != next[1]) {
		way = failing_way(m->r, m->code, last, m->start->inst);
		if (way < 2 && next[way] == to)
			return true;
	}
	for (uint32_t k = 0; to == m->block && k < m->phi->nargs; k++)
		if (m->code->body.word.at[m->phi->word + k] == from)
			return ruled_out(m, from,
					 (struct threads_test){ body_arg(&m->code->body, m->phi, k), m->test.compare, m->test.constant });
	return false;
}

static void add_merged(struct running *r, uint32_t context, const struct code *code, uint32_t block, void *with)
{
	struct merged m = { .r = r, .code = code, .start = with, .test = branch_test(r->p, code, block_end(code, block)) };
	struct ref value = value_behind(code, m.test.value);
	uint32_t n, from = code_block(code, m.start->inst);
	const uint32_t *to = body_successors(&code->body, block, &n);

	m.phi = body_made_by(&code->body, value);
	if (!m.phi || m.phi->op != OP_phi || to[0] == to[1] || !is_fixed(code, value))
		return;
	if (!is_fixed(code, ref_make(REF_VALUE, body_value(&code->body, m.start->inst))))
		return; /* in a loop: one start may have succeeded before another one has failed */
	m.block = code_block(code, body_inst(&code->body, ref_index(value)));
	for (uint32_t way = 0; way < 2; way++) {
		struct arena scratch;
		arena_init(&scratch, "threads scratch");
		if (RECOGNISED(threads_merged, from != block && !code_reach(&scratch, code, from, UINT32_MAX, is_cut, &m)[block]))
			add_unstarted(r, m.start, (struct effect){ context, block, to[way], 0, SPAWN_FORGET });
		arena_release(&scratch);
		m.test.compare = compare_negated(m.test.compare);
	}
}

/* ---- all of them ---- */

static bool matters(const struct running *r, uint32_t context)
{
	return bits_meet(&r->bits, r->threads_of[context], r->ordered);
}

void unstarted_make(struct running *r)
{
	uint32_t context = 0, inst = 0;

	for (uint32_t i = 1; i < r->c->edge.n; i++) {
		const struct edge *e = &r->c->edge.at[i];
		const struct code *code;
		struct threads_guard g = { 0 };
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
		each_branch(r, context, code, add_merged, (void *)(uintptr_t)g.start);
		if (find_guard(r, code, &g))
			each_branch(r, context, code, add_same, &g);
	}
}

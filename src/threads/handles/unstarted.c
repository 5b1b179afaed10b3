/* Ways on which a start did not happen:
 *
 *     if (pthread_create(&t, ..)) goto fail;                    on the way to fail
 *     if (p) create(..);  ..  if (p) join(..);                  on the way around the join, if p has not changed
 *     if (p && create(..) != 0) p = 0;  ..  if (p) join(..);    there, too: the second p is one of several values, and those on
 * whose ways the thread was started are not 0
 *     ok = 0;  if (p) ok = create(..) == 0;  ..  if (ok) join(..);   likewise: ok is 0 if there is no thread */
#include "threads/running.h"

#include "base/recogniser.h"
#include "threads/values/branch.h"
#include "code/loop.h"
#include "threads/values/memory.h"
#include "threads/values/origin.h"

/* ---- the result says so ---- */

/* POSIX and C11: the handle is stored through a pointer, and the result says whether there is one. */
static bool reports_failure(const struct start *s, const struct edge *e)
{
	return e->kind == SITE_SPAWN && s->row && event_stores_handle(s->row);
}

static void each_fork(struct running *r, uint32_t context, const struct code *code,
		      void (*act)(struct running *, struct effect, const struct code *, const struct fork *, void *), void *with)
{
	struct fork f;

	for (uint32_t b = 0; b < code->body.block.n; b++)
		if (code->cfg.position[b] && fork_of(r->p, &code->body, b, &f))
			act(r, (struct effect){ .context = context, .at = b }, code, &f, with);
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

static void add_failure(struct running *r, struct effect e, const struct code *code, const struct fork *f, void *with)
{
	const struct start *s = with;

	e.value = SPAWN_END;
	for (uint32_t k = 0; k < 2; k++) {
		e.to = f->to[k];
		if (RECOGNISED(threads_failed, way_fails(code, e.at, e.to, s->inst)))
			add_unstarted(r, s, e);
	}
}

void unstarted_failed(struct running *r, const struct edge *e, uint32_t slot)
{
	const struct code *code = code_get(r->shapes, context_of(r, e->context)->fn);
	const struct start *s = &r->start.at[map_get(&r->start_at, map_pair(context_of(r, e->context)->fn.i, e->inst))];

	for (uint32_t b = 0; reports_failure(s, e) && b < code->body.block.n; b++) {
		uint32_t n;
		const uint32_t *to = body_successors(&code->body, b, &n);
		for (uint32_t k = 0; k < n; k++)
			if (RECOGNISED(threads_failed, way_fails(code, b, to[k], s->inst)))
				effect_add(r, (struct effect){ e->context, b, to[k], slot, SPAWN_END });
	}
}

/* ---- the same condition again ---- */

struct threads_guard {
	const struct start *start;
	uint32_t block;	  /* its branch decides whether the start is reached */
	struct test test; /* holds where it is */
};

/* The nearest branch of which only one way leads to the start. */
static bool find_guard(const struct running *r, const struct code *code, struct threads_guard *g)
{
	const struct cfg *cfg = &code->cfg;
	uint32_t block = code_block(code, g->start->inst);
	struct fork f;

	if (!cfg->position[block])
		return false;
	for (; block; block = cfg->dominator[block]) {
		g->block = cfg->dominator[block];
		if (!fork_of(r->p, &code->body, g->block, &f) || (f.to[0] != block && f.to[1] != block) || cfg->npreds[block] != 1)
			continue;
		g->test = f.to[0] == block ? f.test : test_not(f.test);
		return g->test.compare != 0;
	}
	return false;
}

/* Computed once in each run of the function: a parameter, or an instruction that no circle leads back to. */
static bool is_fixed(const struct code *code, struct ref value)
{
	uint32_t block;

	if (ref_kind(value) != REF_VALUE || !body_made_by(&code->body, value))
		return true;
	block = code_block(code, body_inst(&code->body, ref_index(value)));
	return !block_leads_to(&code->body, block, block, UINT32_MAX);
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

static void add_same(struct running *r, struct effect e, const struct code *code, const struct fork *f, void *with)
{
	const struct threads_guard *g = with;
	bool opposite = f->test.compare == compare_negated(g->test.compare);
	struct dep dep;

	if (e.at == g->block || f->test.number != g->test.number || (f->test.compare != g->test.compare && !opposite))
		return;
	if (!same_value(r, e.context, code, f->test.value, g->test.value, &dep))
		return;
	if (dep.sym && !memory_settled(r, &dep, 1, g->start->slot))
		return;
	e.to = f->to[opposite ? 0 : 1];
	e.value = SPAWN_FORGET;
	if (RECOGNISED(threads_same, true))
		add_unstarted(r, g->start, e);
}

/* ---- the condition is one of several values ---- */

struct merged {
	struct running *r;
	const struct code *code;
	const struct start *start;
	const struct inst *phi;
	uint32_t block;	  /* of the phi */
	struct test test; /* what holds of the phi on the way looked at */
};

/* Two tests that no value passes both. */
static bool contradict(const struct test *a, const struct test *b)
{
	return a->compare && b->compare && a->value.bits == b->value.bits && a->number == b->number &&
	       a->compare == compare_negated(b->compare);
}

/* Is the value known not to pass the test at the end of `block`, by a branch above? */
static bool ruled_out(const struct merged *m, uint32_t block, struct test t)
{
	const struct cfg *cfg = &m->code->cfg;
	int64_t number;
	struct fork f;

	if (program_constant(m->r->p, t.value, &number))
		return !test_holds(&t, number);
	t = test_of(m->r->p, &m->code->body, t);
	for (; block && cfg->position[block]; block = cfg->dominator[block]) {
		struct test known;
		if (!fork_of(m->r->p, &m->code->body, cfg->dominator[block], &f) || (f.to[0] != block && f.to[1] != block) ||
		    cfg->npreds[block] != 1)
			continue;
		known = f.to[0] == block ? f.test : test_not(f.test);
		if (contradict(&known, &t))
			return true;
	}
	return false;
}

/* Does a value pass the test only if the start has failed: `ok = create(..) == 0`, and !ok? */
static bool tells_failure(const struct merged *m, struct test t)
{
	t = test_of(m->r->p, &m->code->body, t);
	return t.compare && body_inst_of(&m->code->body, value_behind(m->code, t.value)) == m->start->inst && !test_holds(&t, 0);
}

/* Ways on which the start has failed, and ways into the phi on which its value does not pass the test, or tells that. */
static bool is_cut(void *with, uint32_t from, uint32_t to)
{
	const struct merged *m = with;

	if (way_fails(m->code, from, to, m->start->inst))
		return true;
	for (uint32_t k = 0; to == m->block && k < m->phi->nargs; k++)
		if (m->code->body.word.at[m->phi->word + k] == from) {
			struct test t = { body_arg(&m->code->body, m->phi, k), m->test.compare, m->test.number };
			return ruled_out(m, from, t) || tells_failure(m, t);
		}
	return false;
}

static void add_merged(struct running *r, struct effect e, const struct code *code, const struct fork *f, void *with)
{
	struct merged m = { .r = r, .code = code, .start = with, .test = f->test };
	struct ref value = value_behind(code, m.test.value);
	uint32_t from = code_block(code, m.start->inst);

	m.phi = body_made_by(&code->body, value);
	if (!m.phi || m.phi->op != OP_phi || !is_fixed(code, value))
		return;
	if (!is_fixed(code, ref_make(REF_VALUE, body_value(&code->body, m.start->inst))))
		return; /* in a loop: one start may have succeeded before another one has failed */
	m.block = code_block(code, body_inst(&code->body, ref_index(value)));
	e.value = SPAWN_FORGET;
	for (uint32_t way = 0; way < 2; way++) {
		struct arena scratch;
		arena_init(&scratch, "threads scratch");
		e.to = f->to[way];
		if (RECOGNISED(threads_merged, from != e.at && !blocks_reach(&scratch, &code->body, from, UINT32_MAX, is_cut, &m)[e.at]))
			add_unstarted(r, m.start, e);
		arena_release(&scratch);
		m.test = test_not(m.test);
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
			each_fork(r, context, code, add_failure, (void *)(uintptr_t)g.start);
		each_fork(r, context, code, add_merged, (void *)(uintptr_t)g.start);
		if (find_guard(r, code, &g))
			each_fork(r, context, code, add_same, &g);
	}
}

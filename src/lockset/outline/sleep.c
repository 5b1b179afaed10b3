/* Which functions sleep, and when. A function that has nothing to do with locks is not walked: what is kept of it are a few
 * *ways* to something that blocks, the shortest for each condition on its parameters.
 *
 *     void *get(size_t n, int flags)               get:    if (flags & 4) != 0: wait_for_memory
 *     {
 *             if (flags & WAIT)
 *                     wait_for_memory();
 *     find() { return get(8, WAIT); }              find:   always: get > wait_for_memory
 *     peek() { return get(8, 0); }                 peek:   never
 *
 * A bit of a word that is tested, or a _Bool, is a flag: who does not know which flags it is given is not accused, nor is who
 * asks for one right before that is kept in memory. Any other number or pointer that a condition is about may be what it must
 * be. */
#include "lockset/outline/outline.h"

#include <string.h>

#include "base/store/scc.h"
#include "base/stat.h"
#include "code/loop.h"
#include "ir/cfg.h"

enum { SMALL_TEST = 16 }; /* instructions of a function that is no more than a test */

enum lockset_truth { NEVER, ALWAYS, IF, UNKNOWN };

/* ---- conditions on parameters ---- */

/* Is this value a parameter, or some bits of one? */
static bool value_of(const struct builder *t, struct ref r, struct lockset_guard *g)
{
	const struct inst *in;
	int64_t k;

	for (uint32_t depth = 0; !limit_full(LIMIT_lockset_masks, depth); depth++) {
		r = subject_strip(t, r);
		in = subject_inst(t, r);
		if (!in) {
			g->param = ref_kind(r) == REF_VALUE ? ref_index(r) : 0;
			return g->param != 0;
		}
		if (in->op != OP_binary || in->sub != BINARY_and || !subject_constant(t, body_arg(t->b, in, 1), &k))
			return false;
		g->mask &= k;
		r = body_arg(t->b, in, 0);
	}
	return false;
}

/* `allows_waiting(flags)`: a test in a function of its own, of one block. */
static bool test_of_call(const struct builder *t, const struct test *c, struct lockset_guard *g)
{
	const struct inst *call = subject_inst(t, c->value), *end;
	struct sym_id callee = call && call->op == OP_call ? body_callee(t->p, t->b, call) : (struct sym_id){ 0 };
	struct fn_id fn = callee.i && !t->o->points->row[callee.i] ? program_sym(t->p, callee)->fn : (struct fn_id){ 0 };
	struct body b = { 0 };
	struct builder inner = { .o = t->o, .p = t->p, .b = &b };
	struct lockset_guard there = { .mask = -1 };
	struct test asked;
	struct arena scratch;
	bool found = false;

	if (!fn.i || c->number || (c->compare != COMPARE_ne && c->compare != COMPARE_eq) || program_fn(t->p, fn)->ninsts > SMALL_TEST)
		return false;
	arena_init(&scratch, "test");
	body_get(&scratch, t->p, fn, &b);
	end = &b.inst.at[b.inst.n - 1];
	if (b.block.n == 1 && end->op == OP_ret && end->nargs) {
		asked = subject_condition(&inner, body_arg(&b, end, 0));
		found = value_of(&inner, asked.value, &there) && asked.compare;
		there.test = c->compare == COMPARE_ne ? asked.compare : compare_negated(asked.compare);
		there.k = asked.number;
	}
	arena_release(&scratch);
	*g = there;
	g->param = 0;
	return found && there.test && value_of(t, body_arg(t->b, call, there.param), g);
}

static bool is_truth(const struct builder *t, uint32_t param)
{
	struct type_id of = param <= t->b->param.n ? t->b->param.at[param - 1].type : (struct type_id){ 0 };
	const struct type *type = of.i ? program_type(t->p, type_strip(t->p, of)) : NULL;

	return type && type->kind == TYPE_INT && type->name.i && !strcmp(program_str(t->p, type->name), "_Bool");
}

static bool is_kept_flag(const struct builder *, struct ref);

/* The same in a function of its own, of one block: `is_aborted(journal)`. */
static bool is_kept_flag_of_call(const struct builder *t, const struct inst *call)
{
	struct sym_id callee = body_callee(t->p, t->b, call);
	struct fn_id fn = callee.i && !t->o->points->row[callee.i] ? program_sym(t->p, callee)->fn : (struct fn_id){ 0 };
	struct body b = { 0 };
	struct builder inner = { .o = t->o, .p = t->p, .b = &b };
	const struct inst *end;
	struct arena scratch;
	bool found;

	if (!fn.i || fn.i == t->b->fn.i || program_fn(t->p, fn)->ninsts > SMALL_TEST)
		return false;
	arena_init(&scratch, "flag");
	body_get(&scratch, t->p, fn, &b);
	end = &b.inst.at[b.inst.n - 1];
	found = b.block.n == 1 && end->op == OP_ret && end->nargs &&
		ref_kind(subject_strip(&inner, body_arg(&b, end, 0))) == REF_VALUE &&
		subject_inst(&inner, body_arg(&b, end, 0)) && subject_inst(&inner, body_arg(&b, end, 0))->op != OP_call &&
		is_kept_flag(&inner, body_arg(&b, end, 0));
	arena_release(&scratch);
	return found;
}

/* `if (queue->flags & MAY_BLOCK)`: a bit of a word in memory, or of the counter of what is off. */
static bool is_kept_flag(const struct builder *t, struct ref r)
{
	struct test c = subject_condition(t, r);
	const struct inst *in = subject_inst(t, c.value);
	int64_t k;

	if (in && c.compare && in->op == OP_call && is_kept_flag_of_call(t, in))
		return true;
	return in && c.compare && in->op == OP_binary && in->sub == BINARY_and && subject_constant(t, body_arg(t->b, in, 1), &k) &&
	       k && k != -1 && !((uint64_t)k & ((uint64_t)k - 1));
}

bool guard_of_condition(const struct builder *t, struct ref r, struct lockset_guard *g)
{
	struct test c = subject_condition(t, r);

	*g = (struct lockset_guard){ .test = c.compare, .mask = -1, .k = c.number };
	if (!c.compare || (!value_of(t, c.value, g) && !test_of_call(t, &c, g)))
		return false;
	g->known = g->mask != -1 || is_truth(t, g->param);
	return true;
}

/* What is known of the parameters where a block runs: by the nearest test of a flag above it; if there is none, by that of
 * another parameter. `nearest`: by the last test before it only. */
struct lockset_guard guard_of_block(const struct builder *t, uint32_t block, bool nearest)
{
	struct lockset_guard found = { 0 };
	uint32_t at = block, tests = 0;

	while (t->cfg->dominator[at] != UINT32_MAX && t->cfg->dominator[at] != at) {
		uint32_t n, above = t->cfg->dominator[at];
		const uint32_t *next = body_successors(t->b, above, &n);
		const struct inst *end = body_end(t->b, above);
		for (uint32_t i = 0; end->op == OP_branch && i < n && next[0] != next[1]; i++) {
			struct lockset_guard g;
			bool truth;
			if (t->cfg->npreds[next[i]] != 1 || !cfg_dominates(t->cfg, next[i], block) ||
			    branch_is_decided(t, above, &truth))
				continue;
			if (!guard_of_condition(t, body_arg(t->b, end, 0), &g)) {
				if (!tests && is_kept_flag(t, body_arg(t->b, end, 0)))
					return (struct lockset_guard){ .param = GUARD_MEMORY, .known = 1 };
				continue;
			}
			if (nearest && tests)
				return found;
			g.test = i ? compare_negated((uint8_t)g.test) : g.test;
			if (g.test && g.known)
				return g;
			if (g.test && !found.param)
				found = g;
		}
		tests += end->op == OP_branch || end->op == OP_switch; /* also if both ways lead here */
		at = above;
	}
	return found;
}

int guard_truth(const struct lockset_guard *g, const struct fact *known)
{
	struct fact f = *known;

	if (g->mask != -1 && !fact_is_exact(&f))
		return -1;
	if (g->mask != -1)
		f = fact_exact(0, f.low & g->mask);
	return fact_truth(&f, (uint8_t)g->test, g->k);
}

/* ---- a call ---- */

/* `wait ? 100 : 0`, of which the callee asks: the caller's condition decides. False: it is not one of two numbers. */
static bool pass_choice(const struct builder *t, struct ref r, const struct lockset_guard *of, enum lockset_truth *truth,
			struct lockset_guard *out)
{
	const struct inst *in = subject_inst(t, r);
	struct lockset_guard g;
	int64_t v;
	bool holds[2];

	if (!in || in->op != OP_select || !guard_of_condition(t, body_arg(t->b, in, 0), &g))
		return false;
	for (uint32_t k = 0; k < 2; k++) {
		if (!subject_constant(t, body_arg(t->b, in, k + 1), &v))
			return false;
		holds[k] = guard_truth(of, &(struct fact){ .low = v, .high = v }) == 1;
	}
	*truth = holds[0] && holds[1] ? ALWAYS : holds[0] || holds[1] ? IF : NEVER;
	g.test = holds[0] ? g.test : compare_negated((uint8_t)g.test);
	*out = g;
	return *truth != IF || g.test;
}

/* The condition of a callee on an argument, said of the caller's parameters. */
static enum lockset_truth pass_guard(const struct builder *t, const struct inst *call, const struct lockset_guard *of,
				     struct lockset_guard *out)
{
	struct ref r = body_arg(t->b, call, of->param);
	enum lockset_truth truth;
	int64_t v;

	if (pass_choice(t, r, of, &truth, out))
		return truth;
	*out = *of;
	for (uint32_t depth = 0; !limit_full(LIMIT_lockset_flags, depth); depth++) {
		const struct inst *in = subject_inst(t, r);
		if (subject_constant(t, r, &v))
			return guard_truth(of, &(struct fact){ .low = v, .high = v }) == 1 ? ALWAYS : NEVER;
		if (!in || in->op != OP_binary || in->sub != BINARY_or || of->mask == -1 || of->k ||
		    !subject_constant(t, body_arg(t->b, in, 1), &v))
			break;
		if (v & of->mask && (of->test == COMPARE_ne || of->test == COMPARE_eq))
			return of->test == COMPARE_ne ? ALWAYS : NEVER;
		r = body_arg(t->b, in, 0);
	}
	if (value_of(t, r, out))
		return out->mask ? IF : fact_truth(&(struct fact){ 0 }, (uint8_t)of->test, of->k) == 1 ? ALWAYS : NEVER;
	return of->known ? UNKNOWN : ALWAYS;
}

static bool is_better(const struct sleep_way *a, const struct sleep_way *b)
{
	return a->doubt != b->doubt ? a->doubt < b->doubt : a->calls < b->calls;
}

/* One way for each condition. Where there is a way without one, the others do not matter. */
static void add_way(struct sleep_way *way, uint32_t *n, const struct sleep_way *x)
{
	uint32_t i = 0;

	while (i < *n && memcmp(&way[i].when, &x->when, sizeof x->when))
		i++;
	if (i < *n) {
		if (is_better(x, &way[i]))
			way[i] = *x;
	} else if (!limit_full(LIMIT_lockset_ways, *n)) {
		way[(*n)++] = *x;
	} else {
		gap(ways);
	}
	for (i = 0; *n > 1 && i < *n; i++)
		if (!way[i].when.param && way[i].doubt <= x->doubt) {
			way[0] = way[i];
			*n = 1;
		}
}

static uint8_t doubt_of(const struct builder *t, uint32_t ntargets)
{
	return t->o->all_targets || ntargets < 2 ? 0 : ntargets == 2 ? 1 : ntargets <= 8 ? 2 : 3;
}

bool sleep_blocks(const struct model_row *row)
{
	return event_is(row, EVENT_BLOCK) || (event_is(row, EVENT_ALLOC) && (row->flags & MODEL_FAULT));
}

static enum lockset_truth row_truth(const struct builder *t, uint32_t inst, const struct model_row *r, struct lockset_guard *when)
{
	struct event_test c = event_test(&r->when);
	struct lockset_guard g = { .param = r->when.arg + 1u, .mask = c.mask, .test = c.compare, .k = c.number, .known = 1 };

	*when = (struct lockset_guard){ 0 };
	if (event_is_sure(r))
		return ALWAYS;
	if (!event_asks_argument(r) || (c.compare != COMPARE_eq && c.compare != COMPARE_ne))
		return UNKNOWN;
	return pass_guard(t, &t->b->inst.at[inst], &g, when);
}

/* What a call leads to that blocks, below those functions that are not walked. */
static void add_below(struct builder *t, uint32_t inst, const struct lockset_guard *here, struct sleep_site *out)
{
	const struct inst *call = &t->b->inst.at[inst];
	uint32_t n, keep = t->o->target.n;
	const struct fn_id *target = relevance_targets(t->o, t->b, inst, &n);
	struct sym_id callee = body_callee(t->p, t->b, call);

	for (uint32_t i = 0; i < n; i++) {
		struct sleep_ways of =
			t->o->relevant[target[i].i] == RELEVANT_LOCKS ? (struct sleep_ways){ 0 } : t->o->sleeps[target[i].i];
		/* called by whom this is handed to, with other arguments */
		bool inner = callee.i && program_sym(t->p, callee)->fn.i != target[i].i;
		for (uint32_t k = 0; k < of.n; k++) {
			const struct sleep_way *w = &t->o->way.at[of.first + k];
			struct sleep_way x = { .inst = inst, .calls = (uint16_t)(w->calls + 1), .next = target[i].i, .way = k,
					       .doubt = (uint16_t)(w->doubt + doubt_of(t, n)) };
			enum lockset_truth truth = !w->when.param ? ALWAYS : inner ? UNKNOWN : pass_guard(t, call, &w->when, &x.when);
			if (truth == ALWAYS)
				x.when = *here;
			if (truth == NEVER || truth == UNKNOWN)
				continue;
			if (x.doubt < MOST_DOUBT)
				add_way(out->way, &out->n, &x);
			else
				gap(doubt);
		}
	}
	t->o->target.n = keep;
}

/* Below a test that always fails. */
static bool never_runs(const struct builder *t, uint32_t block)
{
	uint32_t at = block;

	while (t->cfg->dominator[at] != UINT32_MAX && t->cfg->dominator[at] != at) {
		uint32_t n, above = t->cfg->dominator[at];
		const uint32_t *next = body_successors(t->b, above, &n);
		bool truth;
		if (branch_is_decided(t, above, &truth) && next[0] != next[1] && t->cfg->npreds[next[truth]] == 1 &&
		    cfg_dominates(t->cfg, next[truth], block))
			return true;
		at = above;
	}
	return false;
}

void sleep_site(struct builder *t, uint32_t inst, struct sleep_site *out)
{
	const struct inst *call = &t->b->inst.at[inst];
	struct sym_id callee = body_callee(t->p, t->b, call);
	struct lockset_guard here;

	out->n = 0;
	if (never_runs(t, t->block_of[inst]))
		return;
	here = guard_of_block(t, t->block_of[inst], false);
	if (here.param == GUARD_MEMORY)
		return;
	for (const struct model_row *r = callee.i ? t->o->points->row[callee.i] : NULL; r; r = r->next) {
		struct sleep_way x = { .inst = inst, .calls = 1 };
		enum lockset_truth truth = sleep_blocks(r) ? row_truth(t, inst, r, &x.when) : NEVER;
		if (truth == ALWAYS)
			x.when = here;
		if (truth == ALWAYS || truth == IF)
			add_way(out->way, &out->n, &x);
	}
	add_below(t, inst, &here, out);
}

/* ---- all functions ---- */

struct sleepers {
	struct outlines *o;
	struct arena scratch; /* of one function */
	struct body b;
	const uint32_t *first, *callee; /* calls, by function */
	const uint8_t *blocks;          /* by function: has a call that blocks */
	uint8_t *locks;                 /* by function: has to be walked */
};

static void prepare(struct sleepers *s, struct builder *t, struct cfg *cfg, uint32_t f)
{
	arena_init(&s->scratch, "sleepers");
	s->b = (struct body){ 0 };
	body_get(&s->scratch, s->o->points->p, (struct fn_id){ f }, &s->b);
	cfg_build(&s->scratch, &s->b, cfg);
	*t = (struct builder){ .o = s->o, .p = s->o->points->p, .scratch = &s->scratch, .b = &s->b, .cfg = cfg };
	t->block_of = blocks_of_insts(&s->scratch, &s->b);
	t->dying = arena_array(&s->scratch, s->b.block.n + 1u, 1);
	if (!s->o->follow_dying)
		dying_find(s->o, &s->b, cfg, t->dying);
}

/* A function that calls what it was handed is walked each time, and does not sleep by itself. */
static bool is_handed(struct builder *t, uint32_t inst)
{
	uint32_t n, keep = t->o->target.n;

	relevance_targets(t->o, t->b, inst, &n);
	t->o->target.n = keep;
	return n > 1 && relevance_param(t->b, &t->b->inst.at[inst]);
}

/* True: the ways of the function are not what they were. */
static bool look_at(struct sleepers *s, uint32_t f)
{
	struct sleep_site all = { 0 }, one;
	struct sleep_ways *old = &s->o->sleeps[f];
	struct builder t;
	struct cfg cfg;
	bool changed;

	prepare(s, &t, &cfg, f);
	for (uint32_t i = 0; i < s->b.inst.n; i++) {
		if (s->b.inst.at[i].op != OP_call || t.dying[t.block_of[i]])
			continue;
		sleep_site(&t, i, &one);
		if (one.n && is_handed(&t, i)) {
			s->locks[f] = 1;
			continue;
		}
		for (uint32_t k = 0; k < one.n; k++)
			add_way(all.way, &all.n, &one.way[k]);
	}
	arena_release(&s->scratch);
	changed = all.n != old->n || (all.n && memcmp(all.way, &s->o->way.at[old->first], all.n * sizeof *all.way));
	if (!changed)
		return false;
	*old = (struct sleep_ways){ s->o->way.n, all.n };
	for (uint32_t k = 0; k < all.n; k++)
		*vec_add(s->o->arena, &s->o->way) = all.way[k];
	return true;
}

/* Callees first; among functions that call each other until nothing changes, or a few times. */
void sleeps_find(struct outlines *o, const struct sleep_calls *calls)
{
	struct sleepers s = {
		.o = o, .first = calls->first, .callee = calls->callee, .blocks = calls->blocks, .locks = calls->locks
	};

	o->sleeps = arena_array(o->arena, o->points->p->fn.n, sizeof *o->sleeps);
	for (uint32_t k = 0; k < o->order->n; k++) {
		bool again = true;
		for (uint32_t round = 0; again && !limit_full(LIMIT_lockset_rounds, round); round++) {
			again = false;
			for (uint32_t i = o->order->first[k]; i < o->order->first[k + 1]; i++) {
				uint32_t f = o->order->node[i];
				bool look = f && s.blocks[f];
				for (uint32_t e = s.first[f]; f && e < s.first[f + 1] && !look; e++)
					look = o->sleeps[s.callee[e]].n > 0;
				again |= look && look_at(&s, f);
			}
			again = again && o->order->first[k + 1] - o->order->first[k] > 1;
		}
	}
}

/* Questions about one place of one context, answered from the facts that were joined at the last anchor before it. */
#include "contexts/walk/explore.h"

#include "base/diag.h"
#include "code/address.h"
#include "contexts/walk/same.h"

/* The place where the values of one context are asked for. */
struct question {
	struct explorer *e;
	const struct contexts *c;
	uint32_t context;
	const struct slice *slice;
	const struct body *b;
	struct body read; /* of who has none at hand */
	struct arena scratch;
};


static uint32_t slice_block_of(const struct slice *slice, uint32_t inst)
{
	uint32_t lo = 0, hi = slice->block.n;

	while (lo + 1 < hi) {
		uint32_t mid = (lo + hi) / 2;
		if (slice->block.at[mid].first_inst <= inst)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

/* The facts just before `inst`: from the last anchor on, step by step. False: nothing ever gets there. */
static bool facts_before(struct question *q, uint32_t inst, struct state *st)
{
	uint32_t block = slice_block_of(q->slice, inst), step, facts = 0;
	const struct slice_block *b = &q->slice->block.at[block];
	struct where w = {
		.e = q->e, .slice = q->slice, .context = q->context, .group = q->c->context.at[q->context].group, .st = st
	};

	if (b->head != BLOCK_OWN) {
		block = b->head;
		b = &q->slice->block.at[block];
		inst = b->first_inst + b->ninsts;
	}
	for (step = 0; step < b->nsteps && q->slice->step.at[b->step + step].inst < inst; step++)
		;
	for (uint32_t s = step + 1; s-- && !facts;) {
		if (s && q->slice->step.at[b->step + s - 1].kind != STEP_CALL)
			continue;
		facts = anchor_facts(q->e, place_of(q->e, q->context, block, s));
		step = s;
	}
	if (!facts)
		return false;
	facts_load(q->e, facts, st);
	walk_quietly(&w, block, step, inst);
	return true;
}

static uint32_t value_of(struct question *q, struct ref r, int depth);

static uint32_t each_step(struct question *q, uint32_t set, enum term_kind kind, int64_t offset)
{
	struct terms *t = q->e->terms;
	uint32_t n, out[SET_MOST];
	const uint32_t *term = set_get(t, set, &n);

	for (uint32_t i = 0; i < n; i++)
		out[i] = kind == TERM_FIELD ? term_field(t, term[i], offset) : term_step(t, kind, term[i]);
	return set_make(t, out, n);
}

static uint32_t loaded_at(struct question *q, uint32_t inst, uint32_t address)
{
	struct state st = { 0 };
	struct where w = { .e = q->e,
			   .slice = q->slice,
			   .context = q->context,
			   .group = q->c->context.at[q->context].group,
			   .st = &st,
			   .quiet = true };

	return facts_before(q, inst, &st) ? memory_read(&w, address) : 0;
}

/* What a call gave: the register behind it, if it is one. */
static uint32_t result_of(struct question *q, uint32_t inst)
{
	struct terms *t = q->e->terms;
	struct term result = { .kind = TERM_RESULT, .a = q->slice->fn.i, .b = inst };
	uint32_t block = slice_block_of(q->slice, inst);
	const struct slice_block *b = &q->slice->block.at[block];

	for (uint32_t s = 0; s < b->nsteps; s++) {
		const struct contexts_step *step = &q->slice->step.at[b->step + s];
		uint32_t facts, set;
		struct state st = { 0 };
		if (step->inst != inst || step->kind != STEP_CALL)
			continue;
		if (q->slice->call.at[step->call].fresh)
			result.kind = TERM_HEAP;
		facts = anchor_facts(q->e, place_of(q->e, q->context, block, s + 1));
		if (!facts || !q->slice->call.at[step->call].reg)
			break;
		facts_load(q->e, facts, &st);
		set = pairs_get(&st.reg, q->slice->call.at[step->call].reg - 1);
		if (set)
			return set;
	}
	return set_of(t, term_make(t, &result));
}

static uint32_t value_of_inst(struct question *q, uint32_t inst, int depth)
{
	struct terms *t = q->e->terms;
	const struct inst *in = &q->b->inst.at[inst];
	int64_t offset;
	uint32_t set = 0;

	switch (in->op) {
	case OP_alloca:
		return set_of(t, term_make(t, &(struct term){ .kind = TERM_STACK, .a = q->slice->fn.i, .b = inst }));
	case OP_field:
		return each_step(q, value_of(q, body_arg(q->b, in, 0), depth + 1), TERM_FIELD, body_offset(q->b, in));
	case OP_index:
		if (index_is_constant(q->e->points->p, q->b, in, &offset))
			return each_step(q, value_of(q, body_arg(q->b, in, 0), depth + 1), TERM_FIELD, offset);
		return each_step(q, value_of(q, body_arg(q->b, in, 0), depth + 1), TERM_INDEX, 0);
	case OP_copy:
	case OP_cast:
		return value_of(q, body_arg(q->b, in, 0), depth + 1);
	case OP_select:
		return set_union(t, value_of(q, body_arg(q->b, in, 1), depth + 1), value_of(q, body_arg(q->b, in, 2), depth + 1));
	case OP_phi:
		for (uint32_t i = 0; i < in->nargs && i < limit(LIMIT_contexts_set); i++)
			set = set_union(t, set, value_of(q, body_arg(q->b, in, i), depth + 4));
		return limit_over(LIMIT_contexts_set, in->nargs) ? t->top : set;
	case OP_load:
		return loaded_at(q, inst, value_of(q, body_arg(q->b, in, 0), depth + 1));
	case OP_call:
		return result_of(q, inst);
	default:
		return t->top;
	}
}

/* Recursion is cut at LIMIT_contexts_depth, whatever the body looks like. */
static uint32_t value_of(struct question *q, struct ref r, int depth)
{
	struct terms *t = q->e->terms;
	const struct program *p = q->c->points->p;
	const struct konst *k;
	uint32_t inst;

	if (limit_over(LIMIT_contexts_depth, (uint64_t)depth))
		return t->top;
	switch (ref_kind(r)) {
	case REF_SYM:
		return set_of(t, term_make(t, &(struct term){ .kind = TERM_SYM,
							      .a = sym_behind_alias(p, (struct sym_id){ ref_index(r) }).i }));
	case REF_KONST:
		k = program_konst(p, (struct konst_id){ ref_index(r) });
		if (k->kind != KONST_ADDR)
			return k->kind == KONST_NULL || k->kind == KONST_INT ? t->null : t->top;
		inst = term_make(t, &(struct term){ .kind = TERM_SYM, .a = sym_behind_alias(p, k->sym).i });
		return set_of(t, term_field(t, inst, (int64_t)k->lo));
	case REF_VALUE:
		inst = body_inst(q->b, ref_index(r));
		if (inst == UINT32_MAX)
			return param_value(q->e, &q->c->context.at[q->context], ref_index(r) - 1);
		return value_of_inst(q, inst, depth);
	default:
		return t->null;
	}
}

/* `b`: the body of the context's function; NULL: it is read. */
static void question_begin(struct question *q, const struct contexts *c, uint32_t context, const struct body *b)
{
	*q = (struct question){
		.e = c->explorer, .c = c, .context = context, .slice = &c->explorer->s->fn[c->context.at[context].fn.i]
	};
	arena_init(&q->scratch, "question");
	q->e->scratch = &q->scratch;
	intern_init(&q->e->askers, &q->scratch);
	q->b = b ? b : &q->read;
	if (!b)
		body_get(&q->scratch, c->points->p, c->context.at[context].fn, &q->read);
}

static void question_end(struct question *q)
{
	explorer_rest(q->e);
	arena_release(&q->scratch);
}

uint32_t contexts_value(const struct contexts *c, uint32_t context, const struct body *b, struct ref r)
{
	struct question q;
	uint32_t set;

	question_begin(&q, c, context, b);
	set = value_of(&q, r, 0);
	question_end(&q);
	return set;
}

static bool is_in_loop(const struct explorer *e, uint32_t fn, uint32_t inst)
{
	const struct slice *slice = &e->s->fn[fn];

	for (uint32_t i = 0; i < slice->call.n; i++)
		if (slice->call.at[i].inst == inst)
			return slice->call.at[i].loop;
	return true;
}

/* Made once in a run of this function: neither the allocation nor a call on the way to it is repeated. */
static bool is_made_once(const struct explorer *e, const struct term *heap)
{
	if (is_in_loop(e, heap->a, heap->b))
		return false;
	for (uint32_t site = heap->base; site; site = term_get(e->terms, site).base)
		if (is_in_loop(e, term_get(e->terms, site).a, term_get(e->terms, site).b))
			return false;
	return true;
}

/* One place, not one of several that share the name. */
static bool is_one(struct question *q, uint32_t term, uint32_t inst)
{
	struct terms *t = q->e->terms;
	struct term root = term_get(t, term_root(t, term));
	struct state st = { 0 };
	struct where w = { .e = q->e, .slice = q->slice, .context = q->context, .st = &st, .quiet = true };

	if (!term_is_fixed(t, term))
		return false;
	if (root.kind == TERM_HEAP)
		return q->c->context.at[q->context].once && is_made_once(q->e, &root) && facts_before(q, inst, &st) &&
		       !memory_is_many(&w, term);
	return root.kind == TERM_SYM || root.kind == TERM_STACK || root.kind == TERM_PARAM || root.kind == TERM_THREAD;
}

enum alias contexts_alias(const struct contexts *c, uint32_t context, uint32_t inst, struct ref p, struct ref r)
{
	struct question q;
	struct terms *t;
	uint32_t a, b, na, nb;
	const uint32_t *x, *y;
	enum alias answer = ALIAS_NO;

	question_begin(&q, c, context, NULL);
	t = q.e->terms;
	a = value_of(&q, p, 0);
	b = value_of(&q, r, 0);
	x = set_get(t, a, &na);
	y = set_get(t, b, &nb);
	for (uint32_t i = 0; i < na; i++)
		for (uint32_t j = 0; j < nb; j++)
			if (terms_may_meet(q.e, x[i], y[j]))
				answer = ALIAS_MAY;
	if (peel_base(q.b, p, PEEL_CASTS).bits == peel_base(q.b, r, PEEL_CASTS).bits ||
	    (a == b && set_only(t, a) && is_one(&q, set_only(t, a), inst)))
		answer = ALIAS_MUST;
	if (answer == ALIAS_MAY && same_is_never(q.e->points, q.b, inst, p, r))
		answer = ALIAS_NO;
	question_end(&q);
	return answer;
}

/* The last change before `inst` in its block; for a block in which nothing happens, the last one of the block that it belongs
 * to. */
static const struct change *change_before(const struct contexts *c, uint32_t context, uint32_t inst)
{
	const struct context *at = &c->context.at[context];
	const struct slice *slice = &c->explorer->s->fn[at->fn.i];
	const struct slice_block *block = &slice->block.at[slice_block_of(slice, inst)];
	uint32_t lo = at->change, hi = at->change + at->nchanges, until = 2 * inst;

	if (block->head != BLOCK_OWN) {
		block = &slice->block.at[block->head];
		until = 2 * (block->first_inst + block->ninsts - 1) + 1;
	}
	while (lo < hi) {
		uint32_t mid = (lo + hi) / 2;
		if (c->change.at[mid].at <= until)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo > at->change ? &c->change.at[lo - 1] : NULL;
}

bool contexts_reaches(const struct contexts *c, uint32_t context, uint32_t inst)
{
	const struct slice *slice = &c->explorer->s->fn[c->context.at[context].fn.i];
	const struct slice_block *block = &slice->block.at[slice_block_of(slice, inst)];
	const struct change *change = change_before(c, context, inst);

	if (!c->context.at[context].nchanges) /* it was not looked at */
		return true;
	if (block->head != BLOCK_OWN)
		block = &slice->block.at[block->head];
	return change && change->at >= 2 * block->first_inst;
}

bool contexts_takes(const struct contexts *c, uint32_t context, uint32_t block, uint32_t way)
{
	const struct slice *slice = &c->explorer->s->fn[c->context.at[context].fn.i];

	if (!c->context.at[context].nchanges || !branch_tests(&slice->block.at[block].branch))
		return true;
	return map_get(&c->taken, map_pair(context, block)) >> way_bit(way) & 1;
}

uint32_t contexts_held(const struct contexts *c, uint32_t context, uint32_t inst)
{
	const struct change *change = change_before(c, context, inst);

	return change ? change->held : c->context.at[context].held;
}

uint32_t contexts_may_hold(const struct contexts *c, uint32_t context, uint32_t inst)
{
	const struct change *change = change_before(c, context, inst);

	return change ? change->may : c->context.at[context].held;
}

enum alias contexts_holds(const struct contexts *c, uint32_t context, uint32_t inst, struct ref r)
{
	uint32_t n, nterms, set, only;
	const struct held *lock = contexts_locks(c, contexts_held(c, context, inst), &n);
	const uint32_t *term;
	enum alias answer = ALIAS_NO;
	struct question q;

	question_begin(&q, c, context, NULL);
	set = value_of(&q, r, 0);
	only = set_only(q.e->terms, set);
	for (uint32_t i = 0; only && i < n; i++)
		if (lock[i].term == only && is_one(&q, only, inst))
			answer = ALIAS_MUST;
	lock = contexts_locks(c, contexts_may_hold(c, context, inst), &n);
	term = set_get(q.e->terms, set, &nterms);
	for (uint32_t i = 0; answer == ALIAS_NO && i < n; i++)
		for (uint32_t k = 0; k < nterms; k++)
			if (terms_may_meet(q.e, lock[i].term, term[k]))
				answer = ALIAS_MAY;
	if (answer == ALIAS_MAY && same_is_held(q.e->points, q.b, inst, r))
		answer = ALIAS_MUST;
	question_end(&q);
	return answer;
}

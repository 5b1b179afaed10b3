/* A counter in memory that says how many handles an array has: each start stores to the element behind the last one, wherever it
 * is called from.
 *
 *     create(&p->t[p->n], ..);  p->n++;          create(&t[n++], ..);
 *
 * Nothing but that step is stored to the counter once a thread was started, and every way from a start that did not fail to the
 * end of its function, or to the next start, steps once. So each thread has an element of its own below the counter. */
#include "threads/handles/handles.h"

#include "threads/values/branch.h"
#include "threads/values/memory.h"

struct stepping {
	struct running *r;
	const struct handles *start;
	const struct code *code;
};

/* Is this the address that the counter is loaded from? */
static bool is_counter(const struct stepping *c, struct ref address)
{
	struct threads_origin at = origin_of(c->r, c->start->context, address), index = c->start->bound;

	if (at.kind == ORIGIN_NONE || at.loads + 1 != index.loads || index.number[index.loads])
		return false;
	index.loads = at.loads;
	return origin_same(&at, &index);
}

/* n = n + 1 */
static bool is_step(const struct stepping *c, const struct inst *store)
{
	const struct body *b = &c->code->body;
	const struct inst *in = body_made_by(b, value_behind(c->code, body_arg(b, store, 1))), *load;
	int64_t one;

	if (!in || in->op != OP_binary || in->sub != BINARY_add || !program_constant(c->r->p, body_arg(b, in, 1), &one) || one != 1)
		return false;
	load = body_made_by(b, value_behind(c->code, body_arg(b, in, 0)));
	return load && load->op == OP_load && is_counter(c, body_arg(b, load, 0));
}

/* The only store to the counter in the function of the start, a step; UINT32_MAX: there is another one, or none. */
static uint32_t find_step(const struct stepping *c)
{
	const struct body *b = &c->code->body;
	uint32_t found = UINT32_MAX;

	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		if ((in->op != OP_store && in->op != OP_rmw && in->op != OP_cmpxchg) || !is_counter(c, body_arg(b, in, 0)))
			continue;
		if (found != UINT32_MAX || in->op != OP_store || !is_step(c, in))
			return UINT32_MAX;
		found = i;
	}
	return found;
}

/* Is the index what the counter was before the step? */
static bool is_read_before(const struct stepping *c, uint32_t step)
{
	struct load_place load = c->start->bound.dep[c->start->bound.loads - 1].at;
	uint32_t at = code_block(c->code, step), from = code_block(c->code, load.inst);

	return load.context == c->start->context && (at == from ? load.inst < step : !cfg_dominates(&c->code->cfg, at, from));
}

/* Behind each start there is a step before the function ends and before the next start. */
static bool is_stepped(struct stepping *c, uint32_t step)
{
	const struct shape *shape = shape_get(c->r->shapes, context_of(c->r, c->start->context)->fn);
	uint32_t from = c->start->block, at = code_block(c->code, step);
	struct starting l = { c->r, c->code, c->start->inst, c->start->record };
	struct arena scratch;
	const bool *reached;
	bool stepped = true;

	if (shape->ntwice || !c->code->cfg.position[at] || !is_read_before(c, step))
		return false;
	if (at == from) /* the index was loaded before both, so the order of these two does not matter */
		return true;
	arena_init(&scratch, "threads scratch");
	reached = blocks_reach(&scratch, &c->code->body, from, at, c->start->wrapped && !c->start->record ? NULL : start_has_failed, &l);
	for (uint32_t b = 0; b < shape->nblocks; b++)
		stepped &= !reached[b] || (b != from && !shape->returns[b]);
	arena_release(&scratch);
	return stepped;
}

/* No call on the way may start another one, or step. */
static bool calls_nothing(const struct stepping *c)
{
	const struct context *at = context_of(c->r, c->start->context);

	for (uint32_t i = at->edge; i < at->edge + at->nedges; i++)
		if (edge_is_call(c->r, &c->r->c->edge.at[i]) && c->r->c->edge.at[i].inst != c->start->inst)
			return false;
	return true;
}

bool counter_steps(struct running *r, const struct handles *start, uint32_t slot)
{
	struct fn_id fn = context_of(r, start->context)->fn;
	struct stepping c = { r, start, code_get(r->shapes, fn) };
	uint32_t step = start->bound.loads ? find_step(&c) : UINT32_MAX;
	struct dep dep;

	if (step == UINT32_MAX || !is_stepped(&c, step) || !calls_nothing(&c))
		return false;
	dep = start->bound.dep[start->bound.loads - 1];
	dep.except = (struct dep_place){ fn, step };
	return memory_settled(r, &dep, 1, slot);
}

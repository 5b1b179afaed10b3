/* Arrays of handles that a counter fills: each start stores to the element behind the last one, wherever it is called from.
 *
 *     start:  create(&t[n], ..);  n++;                  for (i = 0; i < n; i++) join(t[i]);
 *
 * Nothing but that step is ever stored to n, which is 0 at first; every way from a start that did not fail to the end of its
 * function steps once before the next start. So each thread has an element of its own below n, and on the way out of a loop that
 * joins all elements, up to n or to the size of the array, all of them are over. One thread starts and joins them, and starts
 * none in the loop. Assumed, as in array.c: the array holds what the starts put there. */
#include "threads/values/origin.h"

#include "base/recogniser.h"
#include "threads/values/branch.h"
#include "threads/values/loop.h"
#include "threads/values/memory.h"

struct threads_counted {
	struct running *r;
	const struct start *start;
	const struct code *code;
	uint32_t owner;		/* the class that starts them */
	struct element element; /* in one of its contexts */
	struct threads_origin counter;	/* the index */
};

/* ---- the counter ---- */

static bool is_load_of(const struct threads_counted *c, const struct code *code, struct ref ref)
{
	const struct inst *in = body_made_by(&code->body, value_behind(code, ref));
	int64_t offset = 0;
	struct ref address;

	if (!in || in->op != OP_load)
		return false;
	address = body_arg(&code->body, in, 0);
	if (ref_kind(address) == REF_KONST) {
		const struct konst *k = program_konst(c->r->p, (struct konst_id){ ref_index(address) });
		if (k->kind != KONST_ADDR)
			return false;
		offset = (int64_t)k->lo;
		address = ref_make(REF_SYM, k->sym.i);
	}
	return ref_kind(address) == REF_SYM && ref_index(address) == c->counter.ref && offset == c->counter.number[0];
}

/* The store is n = n + 1. */
static bool is_step(const struct threads_counted *c, const struct code *code, const struct inst *store)
{
	const struct inst *in = store->op == OP_store ? body_made_by(&code->body, body_arg(&code->body, store, 1)) : NULL;
	int64_t one;

	return in && in->op == OP_binary && in->sub == BINARY_add && value_number(c->r->p, body_arg(&code->body, in, 1), &one) &&
	       one == 1 && is_load_of(c, code, body_arg(&code->body, in, 0));
}

/* The only store to it, in the function of the start; UINT32_MAX: there are others. */
static uint32_t find_step(const struct threads_counted *c)
{
	struct sym_id sym = { c->counter.ref };
	const struct variable *v = memory_variable(c->r, sym);
	const struct sym *s = program_sym(c->r->p, sym);
	uint32_t found = UINT32_MAX;

	if (v->escapes || !(s->flags & SYM_DEFINED) || s->flags & SYM_THREAD_LOCAL || s->nrelocs ||
	    program_bytes(c->r->p, s->data).len)
		return UINT32_MAX; /* with bytes: it may not be 0 at first */
	for (uint32_t i = 0; i < v->store.n; i++) {
		const struct variable_use *u = &v->store.at[i];
		if (found != UINT32_MAX || u->offset != c->counter.number[0] || u->fn.i != c->start->fn.i ||
		    !is_step(c, c->code, &c->code->body.inst.at[u->inst]))
			return UINT32_MAX;
		found = u->inst;
	}
	return found;
}

static bool has_failed(void *with, uint32_t from, uint32_t to)
{
	const struct threads_counted *c = with;
	uint32_t last = c->code->body.block.at[from].inst + c->code->body.block.at[from].ninsts - 1, n;
	const uint32_t *next = body_successors(&c->code->body, from, &n);
	struct threads_test t;
	struct ref value;

	if (c->code->body.inst.at[last].op != OP_branch || next[0] == next[1])
		return false;
	t = branch_test(c->r->p, c->code, last);
	value = value_behind(c->code, t.value);
	return ref_kind(value) == REF_VALUE && body_inst(&c->code->body, ref_index(value)) == c->start->inst &&
	       to == next[test_holds(&t, 0)];
}

/* Behind each start there is a step before the function ends and before the next start, and no call in between starts another
 * one. */
static bool always_steps(struct threads_counted *c)
{
	const struct shape *shape = shape_get(c->r->shapes, c->start->fn);
	uint32_t step = find_step(c), from = code_block(c->code, c->start->inst), at;
	struct arena scratch;
	const bool *reached;
	bool steps = true;

	if (step == UINT32_MAX || shape->ntwice)
		return false;
	at = code_block(c->code, step);
	if (at == from)
		return step > c->start->inst;
	arena_init(&scratch, "threads scratch");
	reached = code_reach(&scratch, c->code, from, at, has_failed, c);
	for (uint32_t b = 0; b < shape->nblocks; b++)
		steps &= !reached[b] || (b != from && !shape->returns[b]);
	arena_release(&scratch);
	return steps;
}

/* ---- the starts ---- */

/* No calls into the program: only the start itself. */
static bool calls_nothing(const struct running *r, uint32_t context, const struct code *code, const bool *blocks)
{
	const struct context *c = context_of(r, context);

	for (uint32_t i = c->edge; i < c->edge + c->nedges; i++)
		if ((!blocks || blocks[code_block(code, r->c->edge.at[i].inst)]) && edge_is_call(r, &r->c->edge.at[i]))
			return false;
	return true;
}

static bool read_start(struct threads_counted *c)
{
	struct running *r = c->r;
	bool any = false;

	for (uint32_t i = 0; i < r->child.n; i++)
		if (r->child.at[i].slot == c->start->slot)
			c->owner = r->child.at[i].thread;
	for (uint32_t k = r->c->first_by_fn[c->start->fn.i]; k < r->c->first_by_fn[c->start->fn.i + 1]; k++) {
		uint32_t context = r->c->by_fn[k];
		struct element e = element_of(r, context, handle_address(c->code, c->start->inst, &c->start->row->id));
		struct threads_origin index = origin_of(r, context, e.index);
		if (e.base.kind != ORIGIN_SYM || e.base.loads || index.kind != ORIGIN_SYM || index.loads != 1 ||
		    index.number[1] || !calls_nothing(r, context, c->code, NULL))
			return false;
		if (any && (!origin_same(&e.base, &c->element.base) || !origin_same(&index, &c->counter)))
			return false;
		c->element = e;
		c->counter = index;
		any = true;
	}
	return any;
}

/* ---- the joins ---- */

static bool reads_all(const struct threads_counted *c, uint32_t context, const struct count_loop *l)
{
	struct threads_origin first = origin_of(c->r, context, l->first), bound = origin_of(c->r, context, l->bound);
	const struct type *t =
	    program_type(c->r->p, type_strip(c->r->p, program_sym(c->r->p, (struct sym_id){ c->element.base.ref })->type));
	bool whole = t->kind == TYPE_ARRAY && !c->element.base.number[0] && bound.kind == ORIGIN_NUMBER && t->count &&
		     bound.number[0] >= 0 && (uint64_t)bound.number[0] >= t->count;

	if (first.kind != ORIGIN_NUMBER || first.number[0] || l->step != 1 || l->bottom)
		return false;
	if (l->compare != COMPARE_slt && l->compare != COMPARE_ult && l->compare != COMPARE_ne)
		return false;
	return whole || origin_same(&bound, &c->counter);
}

static void try_join(struct threads_counted *c, uint32_t event)
{
	struct running *r = c->r;
	const struct event *j = &r->c->event.at[event];
	struct fn_id fn = context_of(r, j->context)->fn;
	const struct code *code = code_get(r->shapes, fn);
	uint32_t block = code_block(code, j->inst), slot = c->start->slot;
	struct ref address = handle_address(code, j->inst, &j->row->on);
	struct count_loop loop;
	struct element e;

	if (ref_kind(address) == REF_NONE || r->threads_of[j->context] != bits_one(&r->bits, c->owner))
		return;
	e = element_of(r, j->context, address);
	if (e.stride != c->element.stride || e.offset != c->element.offset || !origin_same(&e.base, &c->element.base) ||
	    !loop_find(r->arena, r->p, code, block, e.index, &loop) || !loop_always(code, &loop, block) ||
	    !reads_all(c, j->context, &loop) || !calls_nothing(r, j->context, code, loop.inside))
		return;
	if (fn.i == c->start->fn.i && loop.inside[code_block(code, c->start->inst)])
		return;
	if (!RECOGNISED(threads_counted, true))
		return;
	effect_add(r, (struct effect){ j->context, loop.exit_from, loop.exit_to, slot, SPAWN_END_ALL });
	for (uint32_t i = 0; i < r->child.n; i++)
		if (r->child.at[i].slot == slot && r->child.at[i].within)
			effect_add(r, (struct effect){ j->context, loop.exit_from, loop.exit_to, r->child.at[i].within,
						       SPAWN_END_ALL });
	*vec_add(r->arena, &r->joined) = (struct joined){ slot, event, false };
}

void counted_make(struct running *r)
{
	for (uint32_t i = 1; i < r->start.n; i++) {
		struct threads_counted c = { .r = r, .start = &r->start.at[i] };
		if (c.start->item || !c.start->row || !event_is(c.start->row, EVENT_SPAWN) || !one_owner(r, c.start))
			continue;
		c.code = code_get(r->shapes, c.start->fn);
		if (!read_start(&c) || !always_steps(&c))
			continue;
		for (uint32_t k = 1; k < r->c->event.n; k++)
			if (joins_now(r, &r->c->event.at[k]))
				try_join(&c, k);
	}
}

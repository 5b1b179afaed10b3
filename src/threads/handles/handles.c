#include "threads/handles/handles.h"

#include "threads/values/branch.h"

/* How many elements behind the start of a walk its end is; none: not known. */
static struct threads_origin walk_length(const struct running *r, const struct handles *h, const struct code *code,
					 int64_t stride)
{
	const struct inst *in = body_made_by(&code->body, value_behind(code, h->loop.bound));
	bool index = in && in->op == OP_index;
	struct threads_origin from = origin_of(r, h->context, index ? body_arg(&code->body, in, 0) : h->loop.bound);
	int64_t bytes = from.number[from.loads] - h->element.base.number[h->element.base.loads];

	if (index && body_offset(&code->body, in) != stride)
		return (struct threads_origin){ 0 };
	if (!index) /* &t[4]: a number of bytes */
		from.number[from.loads] -= bytes;
	if (!origin_same(&from, &h->element.base) || (!index && (bytes < 0 || bytes % stride)))
		return (struct threads_origin){ 0 };
	return index ? origin_of(r, h->context, body_arg(&code->body, in, 1))
		     : (struct threads_origin){ .kind = ORIGIN_NUMBER, .number = { bytes / stride } };
}

/* for (p = t; p < t + n; p++) ... *p: elements 0 to n - 1 of t. */
static bool read_walk(const struct running *r, const struct code *code, struct ref address, struct handles *h)
{
	int64_t offset = 0;

	address = value_inside(code, address, PEEL_FIELD, &offset);
	if (!loop_find(r->arena, r->p, &code->body, &code->cfg, h->block, address, &h->loop) || h->loop.step <= 0)
		return false;
	h->element = (struct element){ .base = origin_of(r, h->context, h->loop.first),
				       .index = address,
				       .context = h->context,
				       .stride = h->loop.step,
				       .offset = offset };
	h->first = (struct threads_origin){ .kind = ORIGIN_NUMBER };
	h->bound = walk_length(r, h, code, h->loop.step);
	h->loop.step = 1;
	h->walked = h->counted = h->element.base.kind != ORIGIN_NONE && range_of_loop(&h->loop, &h->first, &h->bound, &h->range);
	return h->counted;
}

/* The index is loaded: what is there then steps with the starts, or it says nothing. */
static bool read_step(const struct running *r, struct handles *h)
{
	h->first = (struct threads_origin){ .kind = ORIGIN_NUMBER };
	h->bound = origin_of(r, h->context, h->element.index);
	h->range = (struct threads_range){ h->first, h->bound, 1, false };
	h->stepped = h->bound.loads && !h->bound.number[h->bound.loads];
	return h->stepped;
}

void handles_move(struct handles *h, int64_t inside)
{
	struct element *e = &h->element;

	if (e->pointed)
		e->inner += inside;
	else if (ref_kind(e->index) != REF_NONE)
		e->offset += inside;
	else
		e->base.number[e->base.loads] += inside;
}

bool handles_read(const struct running *r, uint32_t context, uint32_t inst, struct ref address, struct handles *h)
{
	const struct code *code = code_get(r->shapes, context_of(r, context)->fn);

	*h = (struct handles){ .context = context, .inst = inst, .block = code_block(code, inst) };
	if (ref_kind(address) == REF_NONE)
		return false;
	if (read_walk(r, code, address, h))
		return true;
	h->loop = (struct count_loop){ 0 };
	h->element = element_of(r, context, address);
	if (h->element.base.kind == ORIGIN_NONE)
		return false;
	h->range = range_one();
	if (ref_kind(h->element.index) == REF_NONE)
		return true;
	if (!loop_find(r->arena, r->p, &code->body, &code->cfg, h->block, h->element.index, &h->loop))
		return read_step(r, h);
	h->first = origin_of(r, context, h->loop.first);
	h->bound = origin_of(r, context, h->loop.bound);
	h->counted = range_of_loop(&h->loop, &h->first, &h->bound, &h->range);
	return h->counted;
}

/* Is whatever was made there put into the array before the round is over, or the function? */
static bool is_kept(const struct code *code, const struct handles *h, uint32_t store)
{
	uint32_t at = code_block(code, store);
	struct arena scratch;
	const bool *reach;
	bool kept = true;

	if (at == h->block || cfg_dominates(&code->cfg, at, h->block))
		return true;
	arena_init(&scratch, "threads scratch");
	reach = blocks_reach(&scratch, &code->body, h->block, at, NULL, NULL);
	for (uint32_t b = 0; b < code->body.block.n; b++)
		kept &= !reach[b] || (b != h->loop.header && body_end(&code->body, b)->op != OP_ret);
	arena_release(&scratch);
	return kept;
}

bool handles_read_kept(const struct running *r, uint32_t context, uint32_t inst, struct ref address, struct handles *h)
{
	const struct code *code = code_get(r->shapes, context_of(r, context)->fn);
	int64_t offset = 0;
	struct ref record = value_inside(code, address, PEEL_FIELD, &offset);
	const struct inst *made = body_made_by(&code->body, record);
	struct handles found = { 0 };

	if (!made || made->op != OP_call)
		return false;
	for (uint32_t i = 0; i < code->body.inst.n; i++) {
		const struct inst *in = &code->body.inst.at[i];
		struct handles at;
		if (in->op != OP_store || value_behind(code, body_arg(&code->body, in, 1)).bits != record.bits ||
		    !handles_read(r, context, i, body_arg(&code->body, in, 0), &at) || !at.counted || at.element.pointed)
			continue;
		if (found.context) /* in several */
			return false;
		at.inst = inst;
		at.block = code_block(code, inst);
		at.element.pointed = true;
		at.element.inner = offset;
		at.kept = (struct dep_place){ context_of(r, context)->fn, i };
		if (!at.loop.inside[at.block] || !at.loop.inside[code_block(code, (uint32_t)(made - code->body.inst.at))] ||
		    !is_kept(code, &at, i))
			return false;
		found = at;
	}
	if (found.context)
		*h = found;
	return found.context;
}

bool handles_read_near(const struct running *r, const struct handles *h)
{
	const struct threads_origin *x[] = { &h->element.base, &h->first, &h->bound };

	for (uint32_t i = 0; i < sizeof x / sizeof *x; i++)
		if (!origin_is_read_near(r, x[i], h->context, h->counted ? h->loop.header : h->block,
					 h->counted ? h->loop.inside : NULL))
			return false;
	return true;
}

bool handles_read_alike(const struct running *r, const struct handles *a, const struct handles *b)
{
	return (origin_is_read_once(&a->element.base, &b->element.base) && origin_is_read_once(&a->first, &b->first) &&
		origin_is_read_once(&a->bound, &b->bound)) ||
	       (handles_read_near(r, a) && handles_read_near(r, b));
}

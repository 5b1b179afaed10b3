/* Does a join wait for all that a start has started? It does if every handle that the start has stored is at a place that the
 * join, or its loop, reads: the same array, and a range of elements within another one. */
#include "threads/handles/handles.h"

#include "threads/values/branch.h"
#include "threads/values/memory.h"

/* ---- the loop of the starts ---- */

bool start_has_failed(void *with, uint32_t from, uint32_t to)
{
	const struct starting *l = with;

	return l->record ? way_is_null(l->code, from, to, l->call) : way_fails(l->code, from, to, l->call);
}

/* The loop's variable counts the threads that were started: whoever leaves early has started none in that round. */
static bool variable_counts(struct running *r, const struct code *code, const struct handles *h)
{
	struct starting l = { r, code, h->inst, h->record };
	struct arena scratch;
	const bool *reach;
	bool counts = true;

	arena_init(&scratch, "threads scratch");
	reach = blocks_reach(&scratch, &code->body, h->block, h->loop.header, start_has_failed, &l);
	for (uint32_t b = 0; b < code->body.block.n; b++)
		counts &= !reach[b] || h->loop.inside[b];
	arena_release(&scratch);
	return counts && !h->loop.bottom;
}

/* ---- comparing ---- */

void deps_add(struct deps *d, const struct threads_origin *x)
{
	for (uint32_t i = 0; i < x->loads; i++)
		d->at[d->n++] = x->dep[i];
}

int64_t handles_place(const struct element *e)
{
	return e->base.number[e->base.loads] + e->offset;
}

bool handles_same_base(const struct element *a, const struct element *b)
{
	struct threads_origin base = a->base;

	if (a->base.loads != b->base.loads || a->pointed != b->pointed || a->inner != b->inner)
		return false;
	base.number[base.loads] = b->base.number[b->base.loads];
	return origin_same(&base, &b->base);
}

/* Elements of one array, by their handles: *shift, by how many those of a are behind those of b with the same index. */
bool handles_same_array(const struct element *a, const struct element *b, int64_t *shift)
{
	int64_t stride = a->stride ? a->stride : b->stride, between = handles_place(a) - handles_place(b);

	if (!handles_same_base(a, b) || (a->stride && b->stride && a->stride != b->stride))
		return false;
	*shift = stride ? between / stride : 0;
	return stride ? between % stride == 0 : between == 0;
}

/* The pointers in an array are read anew for the joins. */
bool deps_add_pointers(const struct handles *start, struct deps *d)
{
	const struct threads_origin *base = &start->element.base;

	if (!start->element.pointed)
		return true;
	if (!base->loads)
		return false;
	d->at[d->n] = base->dep[base->loads - 1];
	d->at[d->n].elements = true;
	d->at[d->n++].except = start->kept;
	return true;
}

/* A loop that is left early only where no thread was started has started as many as its variable says. */
static bool ends_at_variable(struct running *r, const struct handles *start, int64_t shift, const struct handles *join)
{
	const struct code *code = code_get(r->shapes, context_of(r, start->context)->fn);
	struct threads_range started = start->range;

	if (!start->counted || start->walked || (start->wrapped && !start->record) || start->loop.step != 1 || start->loop.bottom)
		return false;
	started.hi = origin_of(r, start->context, ref_make(REF_VALUE, body_value(&code->body, start->loop.variable)));
	return range_within(&started, shift, &join->range) && variable_counts(r, code, start);
}

/* All elements that a variable has. */
static bool is_whole(const struct running *r, const struct handles *join)
{
	const struct element *e = &join->element;
	const struct type *t = e->base.kind == ORIGIN_SYM && !e->base.loads
				   ? program_type(r->p, type_strip(r->p, program_sym(r->p, (struct sym_id){ e->base.ref })->type))
				   : NULL;
	struct threads_range all = range_one();

	if (!t || t->kind != TYPE_ARRAY || !t->count || t->count > INT32_MAX || e->base.number[0] || e->offset < 0 ||
	    e->offset >= e->stride || (int64_t)(t->size / 8 / t->count) != e->stride)
		return false;
	all.hi.number[0] = (int64_t)t->count;
	return range_within(&all, 0, &join->range);
}

/* The same with what was put, once, where the bounds are loaded from. */
static bool covers_resolved(struct running *r, const struct handles *start, int64_t shift, const struct handles *join,
			    struct deps *d)
{
	struct threads_range a = start->range, b = join->range;

	if (start->stepped)
		return false;
	a.lo = memory_resolve(r, a.lo, d->slot);
	a.hi = memory_resolve(r, a.hi, d->slot);
	b.lo = memory_resolve(r, b.lo, d->slot);
	b.hi = memory_resolve(r, b.hi, d->slot);
	deps_add(d, &a.lo);
	deps_add(d, &a.hi);
	return range_within(&a, shift, &b);
}

/* Does the loop of the joins read every handle that the starts have stored? */
bool handles_cover(struct running *r, const struct handles *start, const struct handles *join, struct deps *d)
{
	int64_t shift;

	if (!handles_same_array(&start->element, &join->element, &shift) || !deps_add_pointers(start, d))
		return false;
	deps_add(d, &start->element.base);
	if (ends_at_variable(r, start, shift, join) || is_whole(r, join)) {
		deps_add(d, &start->range.lo);
		return true;
	}
	if (!range_within(&start->range, shift, &join->range))
		return covers_resolved(r, start, shift, join, d);
	deps_add(d, &start->range.lo);
	deps_add(d, &start->range.hi);
	if (start->stepped) /* it is stored to, by its steps: counter.c */
		d->n--;
	return true;
}

/* Variables that callers hand over, and whom a pointer in them leads to.
 *
 *     static struct lock a = { .methods = &mutex_methods };      take(&a) is entered with "the parameter is a",
 *     void take(struct lock *l) { l->methods->acquire(l); }      and calls what mutex_methods has there, nothing else
 *
 * A pointer in a variable is what it begins with if no code is seen to store another one there (unset_stays). */
#include "lockset/outline/outline.h"

enum { OFFSET_BITS = 24 };
#define OBJECT_FIRST (INT64_C(1) << 61)

int64_t outline_object(const struct program *p, struct sym_id s, int64_t offset)
{
	if (program_sym(p, s)->kind == SYM_FUNCTION)
		return offset ? 0 : outline_function(p, s);
	return offset < 0 || offset >> OFFSET_BITS ? 0 : OBJECT_FIRST + ((int64_t)s.i << OFFSET_BITS) + offset;
}

bool outline_is_object(int64_t number)
{
	return number >= OBJECT_FIRST && number < 2 * OBJECT_FIRST;
}

/* What a variable has at this offset from its start on; NULL: not known. */
static const struct reloc *pointer_at(const struct outlines *o, struct sym_id s, int64_t offset)
{
	const struct program *p = o->points->p;
	const struct sym *x = program_sym(p, s);
	uint32_t low = x->reloc, high = x->reloc + x->nrelocs;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		if ((int64_t)p->reloc.at[mid].offset < offset)
			low = mid + 1;
		else
			high = mid;
	}
	if (low >= x->reloc + x->nrelocs || (int64_t)p->reloc.at[low].offset != offset || p->reloc.at[low].kind != RELOC_ADDRESS)
		return NULL;
	return (x->flags & SYM_CONSTANT) || unset_stays(&o->unset, s, offset) ? &p->reloc.at[low] : NULL;
}

int64_t outline_object_of(const struct outlines *o, uint32_t name, int64_t parameter)
{
	const struct terms *t = &o->names->terms;
	const struct program *p = o->points->p;
	struct term x = term_get(t, name);
	int64_t base;
	struct sym_id s;

	if (x.kind == TERM_PARAM)
		return parameter;
	if (x.kind == TERM_SYM)
		return outline_object(p, (struct sym_id){ x.a }, 0);
	base = x.kind == TERM_FIELD || x.kind == TERM_LOAD ? outline_object_of(o, x.base, parameter) : 0;
	if (!outline_is_object(base))
		return 0;
	s.i = (uint32_t)((base - OBJECT_FIRST) >> OFFSET_BITS);
	base &= (1 << OFFSET_BITS) - 1;
	if (x.kind == TERM_LOAD) {
		const struct reloc *r = pointer_at(o, s, base);
		return r ? outline_object(p, sym_behind_alias(p, r->sym), r->addend) : 0;
	}
	return outline_object(p, s, base + x.offset);
}

uint32_t outline_holder(const struct builder *t, uint32_t name)
{
	struct term root = name ? term_root_of(&t->o->names->terms, name) : (struct term){ 0 };

	return root.kind == TERM_PARAM && root.a == t->b->fn.i
		       ? subject_find(t, subject_key((struct builder *)(uintptr_t)t, ref_make(REF_VALUE, root.b + 1), 0))
		       : 0;
}

int outline_calls(const struct outlines *o, const struct outline_event *call, const struct fact *of_through, struct fn_id fn)
{
	int64_t called = of_through && of_through->low == of_through->high ? of_through->low : 0;

	if (call->along)
		called = outline_object_of(o, call->along, outline_is_object(called) ? called : 0);
	else if (of_through)
		return fact_truth(of_through, COMPARE_eq, outline_function_body(fn));
	return !called || outline_is_object(called) ? -1 : called == outline_function_body(fn);
}

/* Pointers to elements of one array, of which a loop or a callee chooses one:
 *
 *     best = &c->slot[0];                          an element of c->slot ...
 *     for (i = 1; i < n; i++)
 *         if (better(&c->slot[i], best))
 *             best = &c->slot[i];                  ... or another one, or none: c->slot[best]
 *
 * Which one it is has no name but that of the choice, so that is its index: the phi, or the call that has returned it. That
 * it is in c->slot tells which c it belongs to, and with it which lock. Such a pointer may be null although an array never is
 * (element_is_chosen). */
#include "summary/function/work.h"

/* The array that a pointer is an element of, and the bytes of an element; 0: none. As long as not all is computed, an index
 * may look like a number: the instruction tells. */
static uint32_t array_of(struct work *w, struct ref r, int64_t *scale)
{
	uint32_t inst = body_inst_of(&w->b, r), term = work_ref(w, r);
	const struct inst *in = inst == UINT32_MAX ? NULL : &w->b.inst.at[inst];
	struct term k = term_get(&w->terms, term);

	if (in && in->op == OP_index) {
		term = work_ref(w, body_arg(&w->b, in, 0));
		*scale = body_offset(&w->b, in);
		return term && *scale > 0 && *scale <= INT32_MAX && term_get(&w->terms, term).kind != TERM_INDEX ? term : 0;
	}
	*scale = k.offset;
	return k.kind == TERM_INDEX && k.offset > 0 ? k.base : 0;
}

/* Is it an element of the array, perhaps the one with the number 0? */
static bool is_element(const struct work *w, uint32_t term, uint32_t array, int64_t scale)
{
	struct term k = term_get(&w->terms, term);

	if (term == array)
		return true;
	if (k.kind != TERM_INDEX || k.base != array)
		return false;
	if (k.offset)
		return k.offset == scale;
	return term_get(&w->terms, k.a).kind == TERM_INT && term_get(&w->terms, k.a).offset % scale == 0;
}

uint32_t element_of_choice(struct work *w, uint32_t inst, uint32_t first, uint32_t n)
{
	const struct inst *in = &w->b.inst.at[inst];
	uint32_t array = 0;
	int64_t scale = 0;

	for (uint32_t k = first; k < first + n && !array; k++)
		array = work_ref(w, body_arg(&w->b, in, k)) ? array_of(w, body_arg(&w->b, in, k), &scale) : 0;
	for (uint32_t k = first; k < first + n && array; k++) {
		uint32_t term = work_ref(w, body_arg(&w->b, in, k));
		if (term && term_get(&w->terms, term).kind != TERM_NULL && !is_element(w, term, array, scale))
			return 0;
	}
	return array ? term_element(&w->terms, array, work_opaque(w, inst, 0), (uint32_t)scale) : 0;
}

/* With an index that only the callee can name, the element that this call has returned. */
uint32_t element_returned(struct work *w, uint32_t inst, uint32_t term)
{
	struct term k = term_get(&w->terms, term);
	int64_t behind = k.kind == TERM_FIELD ? k.offset : 0;
	uint32_t element;

	if (k.kind == TERM_FIELD)
		k = term_get(&w->terms, k.base);
	if (k.kind != TERM_INDEX || k.offset <= 0 || work_is_foreign(w, k.base))
		return 0;
	element = term_element(&w->terms, k.base, work_opaque(w, inst, 0), (uint32_t)k.offset);
	return term_field(&w->terms, element, behind);
}

static bool is_pointer(const struct work *w, const struct term *k, uint32_t unused)
{
	struct type_id t = { 0 };

	(void)unused;
	if (term_is_value_of(k, w->b.fn.i) && !(k->b & POINTS_PARAM) && k->b < w->b.inst.n)
		t = w->b.inst.at[k->b].type;
	return t.i && program_type(w->p, type_strip(w->p, t))->kind == TYPE_POINTER;
}

bool element_is_chosen(const struct work *w, const struct term *index)
{
	return index->a && work_any_part(w, index->a, is_pointer, 0);
}

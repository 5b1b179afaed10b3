/* Which integers of a function may be pointers: what a cast makes of one, or makes one of, and what arithmetic and copies lead there or from there.
 *
 *     uintptr_t n = (uintptr_t)p | 1;  ...  q = (struct node *)(n & ~1ul);        n and n & ~1ul are marked
 *
 * misses  integers that only memory says to be pointers: those are found where they are loaded, by their width */
#include "points/build.h"

enum { TAGS = 4096 }; /* smaller numbers are in the low bits of pointers */

static bool mark(struct replay *r, struct ref ref)
{
	if (ref_kind(ref) != REF_VALUE || r->marked[ref_index(ref)])
		return false;
	r->marked[ref_index(ref)] = 1;
	return true;
}

bool integers_combine(const struct inst *in)
{
	return in->op == OP_binary && (in->sub == BINARY_add || in->sub == BINARY_sub || in->sub == BINARY_and || in->sub == BINARY_or || in->sub == BINARY_xor);
}

/* Of an exclusive or that becomes a pointer at once, either side may be the half of it that matters: links of a list, one in the other. With a small number it sets or
 * clears tags. Otherwise it is a hash. */
static bool is_link(const struct replay *r, uint32_t i)
{
	struct ref tag = body_arg(r->body, &r->body->inst.at[i], 1);
	const struct konst *k = ref_kind(tag) == REF_KONST ? program_konst(r->b->p, (struct konst_id){ ref_index(tag) }) : NULL;

	if (k && k->kind == KONST_INT && k->lo < TAGS)
		return true;
	for (const struct inst *in = &r->body->inst.at[i]; in < r->body->inst.at + r->body->inst.n; in++)
		if (in->op == OP_cast && in->sub == CAST_inttoptr && body_arg(r->body, in, 0).bits == ref_make(REF_VALUE, body_value(r->body, i)).bits)
			return true;
	return false;
}

/* Marks spread both ways through arithmetic and copies of integers. */
static bool spread(struct replay *r, uint32_t i)
{
	const struct inst *in = &r->body->inst.at[i];
	uint32_t v = body_value(r->body, i), first = in->op == OP_select ? 1 : 0;
	bool more, any = r->marked[v];

	if (!integers_combine(in) && in->op != OP_copy && in->op != OP_phi && in->op != OP_select)
		return false;
	if (layout_carries(r->b->p, in->type) != CARRIES_INTEGER || (in->op == OP_binary && in->sub == BINARY_xor && !is_link(r, i)))
		return false;
	for (uint32_t k = first; k < in->nargs; k++) {
		struct ref ref = body_arg(r->body, in, k);
		any |= ref_kind(ref) == REF_VALUE && r->marked[ref_index(ref)];
	}
	if (!any)
		return false;
	more = mark(r, ref_make(REF_VALUE, v));
	for (uint32_t k = first; k < (in->op == OP_binary && in->sub != BINARY_xor ? 1 : in->nargs); k++)
		more |= mark(r, body_arg(r->body, in, k));
	return more;
}

void integers_mark(struct replay *r)
{
	bool more = false;

	for (uint32_t i = 0; i < r->body->inst.n; i++) {
		const struct inst *in = &r->body->inst.at[i];
		if (in->op != OP_cast || (in->sub != CAST_ptrtoint && in->sub != CAST_inttoptr))
			continue;
		more |= mark(r, in->sub == CAST_ptrtoint ? ref_make(REF_VALUE, body_value(r->body, i)) : body_arg(r->body, in, 0));
	}
	while (more) {
		more = false;
		for (uint32_t i = 0; i < r->body->inst.n; i++)
			more |= spread(r, i);
		for (uint32_t i = r->body->inst.n; i-- > 0;)
			more |= spread(r, i);
	}
}

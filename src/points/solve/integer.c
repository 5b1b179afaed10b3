/* Which integers of a function may be pointers: what a cast makes of one, or makes one of, and what arithmetic and copies lead
 * there or from there.
 *
 *     uintptr_t n = (uintptr_t)p | 1;  ...  q = (struct node *)(n & ~1ul);        n and n & ~1ul are marked
 *
 * A number that is read and only stored again, or computed with, is none: it is a piece of memory that is copied, as by memcpy,
 * and what has a name keeps it (flow.c). One that is handed on, returned or chosen among others might be taken for a pointer by
 * somebody else.
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
	return in->op == OP_binary && (in->sub == BINARY_add || in->sub == BINARY_sub || in->sub == BINARY_and ||
				       in->sub == BINARY_or || in->sub == BINARY_xor);
}

/* Of an exclusive or that becomes a pointer at once, either side may be the half of it that matters: links of a list, one in the
 * other. With a small number it sets or clears tags. Otherwise it is a hash. */
static bool is_link(const struct replay *r, uint32_t i)
{
	struct ref tag = body_arg(r->body, &r->body->inst.at[i], 1);
	const struct konst *k = program_konst_of(r->b->p, tag);

	if (k && k->kind == KONST_INT && k->lo < TAGS)
		return true;
	for (const struct inst *in = &r->body->inst.at[i]; in < r->body->inst.at + r->body->inst.n; in++)
		if (in->op == OP_cast && in->sub == CAST_inttoptr &&
		    body_arg(r->body, in, 0).bits == ref_make(REF_VALUE, body_value(r->body, i)).bits)
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
	if (layout_carries(r->b->p, in->type) != CARRIES_INTEGER ||
	    (in->op == OP_binary && in->sub == BINARY_xor && !is_link(r, i)))
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

/* May the instruction hand its operand on to somebody who takes it for a pointer? Not if it only stores it, or computes with
 * it. */
static bool hands_on(const struct inst *in, uint32_t k)
{
	switch (in->op) {
	case OP_store:
		return k != 1;
	case OP_binary:
	case OP_compare:
	case OP_switch:
		return false;
	case OP_cast:
		return in->sub == CAST_inttoptr || in->sub == CAST_bitcast || in->sub == CAST_addrspace;
	default:
		return true;
	}
}

static void find_handed(struct replay *r)
{
	for (uint32_t i = 0; i < r->body->inst.n; i++) {
		const struct inst *in = &r->body->inst.at[i];
		for (uint32_t k = 0; k < in->nargs; k++) {
			struct ref ref = body_arg(r->body, in, k);
			if (ref_kind(ref) == REF_VALUE && hands_on(in, k))
				r->handed[ref_index(ref)] = 1;
		}
	}
}

bool integer_is_copied(const struct replay *r, uint32_t load)
{
	uint32_t v = body_value(r->body, load);

	return layout_carries(r->b->p, r->body->inst.at[load].type) == CARRIES_INTEGER && !r->marked[v] && !r->handed[v];
}

void integers_mark(struct replay *r)
{
	bool more = false;

	find_handed(r);
	for (uint32_t i = 0; i < r->body->inst.n; i++) {
		const struct inst *in = &r->body->inst.at[i];
		if (in->op != OP_cast || (in->sub != CAST_ptrtoint && in->sub != CAST_inttoptr))
			continue;
		more |= mark(r,
			     in->sub == CAST_ptrtoint ? ref_make(REF_VALUE, body_value(r->body, i)) : body_arg(r->body, in, 0));
	}
	while (more) {
		more = false;
		for (uint32_t i = 0; i < r->body->inst.n; i++)
			more |= spread(r, i);
		for (uint32_t i = r->body->inst.n; i-- > 0;)
			more |= spread(r, i);
	}
}

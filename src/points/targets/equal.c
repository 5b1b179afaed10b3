/* Pointers that were compared right before they are used: in
 *
 *     if (conn->ops == get(RAW))
 *             next = conn->ops;
 *
 * what is loaded the second time is what get(RAW) returned. That holds if nothing was stored in between that could be this
 * member: only local variables that are no records, and functions called that only read (element.c). Another thread could change
 * the member in between, but not without a race: there is no synchronisation in between. */
#include "points/build.h"

#include "base/recogniser.h"

/* The compare of a branch, and the block where both sides are equal; NULL: there is none. */
static const struct inst *equality(const struct body *body, const struct inst *end, uint32_t *block)
{
	struct ref c = body_arg(body, end, 0);
	uint32_t i = end->op == OP_branch ? body_inst_of(body, c) : UINT32_MAX;
	const struct inst *in = i == UINT32_MAX ? NULL : &body->inst.at[i];

	if (!in || in->op != OP_compare || (in->sub != COMPARE_eq && in->sub != COMPARE_ne) ||
	    body->word.at[end->word] == body->word.at[end->word + 1])
		return NULL;
	*block = body->word.at[end->word + (in->sub == COMPARE_ne)];
	return in;
}

static bool has_one_way_in(const struct body *body, uint32_t block)
{
	uint32_t ways = 0, n;

	for (uint32_t b = 0; b < body->block.n && ways < 2; b++) {
		const uint32_t *to = body_successors(body, b, &n);
		for (uint32_t k = 0; k < n; k++)
			ways += to[k] == block;
	}
	return ways == 1 && block;
}

static bool is_local(const struct replay *r, struct ref at)
{
	const struct inst *in = body_made_by(r->body, at);

	return in && in->op == OP_alloca && program_type(r->b->p, type_strip(r->b->p, in->type))->kind == TYPE_POINTER;
}

/* Does this leave members of records as they are? */
static bool is_harmless(const struct replay *r, const struct inst *in)
{
	struct sym_id callee;

	switch (in->op) {
	case OP_load:
		return !in->order && !(in->flags & INST_VOLATILE);
	case OP_field:
	case OP_index:
	case OP_cast:
	case OP_copy:
	case OP_binary:
	case OP_compare:
	case OP_select:
	case OP_phi:
	case OP_branch:
		return true;
	case OP_store:
		return !in->order && is_local(r, body_arg(r->body, in, 0));
	case OP_call:
		callee = body_callee(r->b->p, r->body, in);
		return callee.i && element_is_getter(r->b, program_sym(r->b->p, callee)->fn);
	default:
		return false;
	}
}

static bool is_harmless_between(const struct replay *r, uint32_t first, uint32_t end)
{
	for (uint32_t i = first; i < end; i++)
		if (!is_harmless(r, &r->body->inst.at[i]))
			return false;
	return true;
}

/* The load of a member that one side of a comparison is; UINT32_MAX: it is something else, or was loaded in another block. */
static uint32_t member_load(const struct body *body, const struct block *in, struct ref side)
{
	uint32_t i = body_inst_of(body, side), k;
	struct ref at;

	if (i == UINT32_MAX || i < in->inst || i >= in->inst + in->ninsts || body->inst.at[i].op != OP_load)
		return UINT32_MAX;
	at = body_arg(body, &body->inst.at[i], 0);
	k = body_inst_of(body, at);
	return k != UINT32_MAX && body->inst.at[k].op == OP_field ? i : UINT32_MAX;
}

/* The same member: one base, one offset. */
static bool is_same_member(const struct body *body, uint32_t a, uint32_t b)
{
	struct ref x = body_arg(body, &body->inst.at[a], 0), y = body_arg(body, &body->inst.at[b], 0);
	uint32_t i = body_inst(body, ref_index(x)), k = body_inst_of(body, y);

	if (k == UINT32_MAX || body->inst.at[k].op != OP_field ||
	    body_offset(body, &body->inst.at[i]) != body_offset(body, &body->inst.at[k]))
		return false;
	x = body_arg(body, &body->inst.at[i], 0);
	y = body_arg(body, &body->inst.at[k], 0);
	return ref_kind(x) == ref_kind(y) && ref_index(x) == ref_index(y);
}

static void find_loads(struct replay *r, uint32_t load, struct ref is, uint32_t block)
{
	const struct block *to = &r->body->block.at[block];

	for (uint32_t i = to->inst; i < to->inst + to->ninsts && is_harmless(r, &r->body->inst.at[i]); i++)
		if (RECOGNISED(points_equal, r->body->inst.at[i].op == OP_load && is_same_member(r->body, load, i)))
			*vec_add(r->b->scratch, &r->equal) = (struct equal){ i, is };
}

void equals_find(struct replay *r)
{
	const struct body *body = r->body;

	for (uint32_t b = 0; b < body->block.n; b++) {
		const struct block *from = &body->block.at[b];
		uint32_t end = from->inst + from->ninsts - 1, block = 0;
		const struct inst *in = equality(body, &body->inst.at[end], &block);
		for (uint32_t side = 0; in && side < 2; side++) {
			uint32_t load = member_load(body, from, body_arg(body, in, side));
			if (load != UINT32_MAX && is_harmless_between(r, load, end) && has_one_way_in(body, block))
				find_loads(r, load, body_arg(body, in, 1 - side), block);
		}
	}
}

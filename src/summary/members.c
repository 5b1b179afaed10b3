/* Which members can be one memory. */
#include "summary/summary.h"

static bool is_plain_record(const struct program *p, struct type_id t)
{
	return program_type(p, type_strip(p, t))->kind == TYPE_STRUCT;
}

/* The member of a record that a byte is in; of members without a size, at the end, the last one. NULL: none. */
static const struct field *member_around(const struct program *p, const struct type *t, uint64_t byte)
{
	const struct field *found = NULL;

	for (uint32_t i = t->field; i < t->field + t->nfields; i++)
		if (p->field.at[i].offset / 8 <= byte)
			found = &p->field.at[i];
	return found;
}

/* May a member of one record be a member of a record of that kind as well, which lies inside the one: `job->link.next` and
 * `link->next`? Unions may hold anything, and a member that is a record itself all that is inside. */
static bool is_within(const struct program *p, const struct konst *member, uint64_t key)
{
	struct type_id at = member->type;
	uint64_t byte = member->lo;

	for (uint32_t depth = 0; !limit_full(LIMIT_summary_nested, depth); depth++) {
		const struct type *t = program_type(p, type_strip(p, at));
		const struct field *f;
		if (t->kind == TYPE_ARRAY && t->base.i) {
			uint64_t size = program_type(p, type_strip(p, t->base))->size / 8;
			byte = size ? byte % size : byte;
			at = t->base;
			continue;
		}
		if (t->kind == TYPE_UNION ||
		    (t->kind == TYPE_STRUCT && (t->key == key || (t->nfields > 1 && t->size / 8 <= member->hi))))
			return true;
		f = t->kind == TYPE_STRUCT ? member_around(p, t, byte) : NULL;
		if (!f)
			return false;
		byte -= f->offset / 8;
		at = f->type;
	}
	return true;
}

bool members_differ(const struct program *p, struct konst_id a, struct konst_id b)
{
	const struct konst *x, *y;

	if (!a.i || !b.i || a.i == b.i)
		return false;
	x = program_konst(p, a);
	y = program_konst(p, b);
	if (!is_plain_record(p, x->type) || !is_plain_record(p, y->type))
		return false; /* members of a union lie in one place */
	/* of one record the offsets tell; of one inside the other the cells */
	return !is_within(p, x, program_type(p, type_strip(p, y->type))->key) &&
	       !is_within(p, y, program_type(p, type_strip(p, x->type))->key);
}

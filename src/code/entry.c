#include "code/entry.h"

#include <string.h>

#include "base/limit.h"
#include "code/address.h"
#include "code/loop.h"
#include "code/place.h"
#include "code/test.h"

const struct model_row *entry_of_function(const struct models *m, const char *name)
{
	return model_find_in(m, MODEL_ENTRY_SPACE, MODEL_SYMBOL, name);
}

const struct model_row *entry_of_member(const struct models *m, const char *name)
{
	return model_find_in(m, MODEL_ENTRY_SPACE, MODEL_FIELD, name);
}

bool entries_of_members(const struct models *m)
{
	for (uint32_t i = 0; i < m->row.n; i++)
		if (model_space_of((enum model_verb)m->row.at[i].verb) == MODEL_ENTRY_SPACE && m->row.at[i].subject == MODEL_FIELD)
			return true;
	return false;
}

bool entries_exclude(const struct model_row *a, const struct model_row *b)
{
	if (a->verb == MODEL_SERIAL || b->verb == MODEL_SERIAL)
		return a == b;
	return a->on.base == MODEL_NAMED && b->on.base == MODEL_NAMED && a->on.name == b->on.name &&
	       !(a->flags & b->flags & MODEL_SHARED);
}

bool entries_exclude_object(const struct model_row *a, const struct model_row *b, uint32_t *first, uint32_t *second)
{
	if (a->on.base != MODEL_ARGUMENT || b->on.base != MODEL_ARGUMENT || a->family != b->family ||
	    a->flags & b->flags & MODEL_SHARED)
		return false;
	*first = a->on.arg + 1u;
	*second = b->on.arg + 1u;
	return true;
}

uint32_t entry_alone(const struct model_row *r)
{
	return r->verb == MODEL_ENTRY && model_is_alone(r) && r->on.base == MODEL_ARGUMENT ? r->on.arg + 1u : 0;
}

const char *entry_words(const struct models *m, const struct model_row *r)
{
	return model_string(m, r->verb == MODEL_SERIAL || r->on.base != MODEL_NAMED ? r->name : r->on.name);
}

/* ---- conditions ---- */

/* A question about a member, and the values for which rows hold. */
struct entry_question {
	const struct program *p;
	const struct models *m;
	const struct body *b;
	const struct model_row *first, *row;
};

/* "tag.path" of the record that the address is in. */
static bool is_member(const struct entry_question *q, struct ref address)
{
	const char *name = model_string(q->m, q->row->when.name), *path = strchr(name, '.') + 1;
	struct peel x = { .b = q->b, .r = address };
	struct type_id record = { 0 };
	int64_t at = 0, offset = 0;

	while (peel_step(&x, PEEL_MEMBERS))
		if (x.in->op == OP_field) {
			record = type_strip(q->p, x.in->type);
			at += body_offset(q->b, x.in);
		}
	if (!record.i || strncmp(program_str(q->p, program_type(q->p, record)->name), name, (size_t)(path - name) - 1) != 0 ||
	    strlen(program_str(q->p, program_type(q->p, record)->name)) != (size_t)(path - name) - 1)
		return false;
	return place_path_offset(q->p, path, record, &offset) && offset == at;
}

static bool is_asked(const struct entry_question *q, struct ref value)
{
	const struct inst *in = body_made_by(q->b, peel_base(q->b, value, PEEL_WIDENING));

	return in && in->op == OP_load && is_member(q, body_arg(q->b, in, 0));
}

/* Does a row hold for this value, that otherwise says the same? */
static bool holds_for(const struct entry_question *q, int64_t value)
{
	const struct model_row *row = q->row;

	for (const struct model_row *r = q->first; r; r = r->next)
		if (entry_asks(r) && r->when.name == row->when.name && r->on.base == row->on.base &&
		    r->on.name == row->on.name && r->on.arg == row->on.arg &&
		    (r->flags & MODEL_SHARED) == (row->flags & MODEL_SHARED) && r->when.value == value)
			return true;
	return false;
}

/* Is this way out of the block taken for such values only? */
static bool is_way_of(const struct entry_question *q, uint32_t block, uint32_t way)
{
	const struct inst *end = body_end(q->b, block);
	struct fork f;

	if (end->op == OP_switch && is_asked(q, body_arg(q->b, end, 0))) {
		const struct konst *k = way ? program_konst_of(q->p, body_arg(q->b, end, way)) : NULL;
		return k && (k->kind == KONST_INT || k->kind == KONST_ZERO) && holds_for(q, k->kind == KONST_ZERO ? 0 : (int64_t)k->lo);
	}
	return fork_of(q->p, q->b, block, &f) && is_asked(q, f.test.value) && test_is_equality(&f.test) &&
	       way == (f.test.compare == COMPARE_ne) && holds_for(q, f.test.number);
}

static uint8_t other_way(void *with, uint32_t block, uint32_t k, uint8_t end)
{
	return is_way_of(with, block, k) ? 0 : end;
}

uint8_t *entry_blocks(struct arena *a, const struct program *p, const struct models *m, const struct body *b,
		      const struct model_row *first, const struct model_row *row)
{
	struct entry_question q = { p, m, b, first, row };
	uint8_t *behind = blocks_flow(a, b, (struct block_flow){ 1, NULL, other_way }, &q);

	for (uint32_t block = 0; block < b->block.n; block++)
		behind[block] = !behind[block];
	return behind;
}

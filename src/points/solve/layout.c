#include "points/solve/layout.h"

#include "base/limit.h"

static uint64_t bits_of(const struct program *p, struct type_id t)
{
	return program_type(p, type_strip(p, t))->size;
}

/* The first member that has arrays inside and covers the bit, else the first that covers it. */
static const struct field *union_field_at(const struct program *p, const struct type *record, uint64_t bit)
{
	const struct field *found = NULL;

	for (uint32_t i = 0; i < record->nfields; i++) {
		const struct field *f = &p->field.at[record->field + i];
		uint8_t kind = program_type(p, type_strip(p, f->type))->kind;
		if (bit >= f->offset + bits_of(p, f->type) || f->width)
			continue;
		if (kind == TYPE_ARRAY || kind == TYPE_STRUCT || kind == TYPE_UNION)
			return f;
		found = found ? found : f;
	}
	return found;
}

/* Fields are sorted by offset; the last one that begins at or before the bit and is not a bit-field elsewhere. */
static const struct field *field_at(const struct program *p, const struct type *record, uint64_t bit)
{
	uint32_t low = 0, high = record->nfields;

	if (record->kind == TYPE_UNION)
		return union_field_at(p, record, bit);
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (p->field.at[record->field + middle].offset <= bit)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &p->field.at[record->field + low - 1] : NULL;
}

/* An array at the end of a record that goes on behind it. */
static bool is_open(const struct program *p, struct type_id id)
{
	const struct type *t = program_type(p, type_strip(p, id));

	return t->kind == TYPE_ARRAY && (t->flags & TYPE_VARIABLE || !t->size);
}

struct layout layout_of(const struct program *p, struct type_id type, int64_t offset)
{
	struct layout l = { .offset = offset };
	int64_t rest = offset, before = 0;
	bool in_union = false;

	for (uint32_t depth = 0; rest >= 0 && !limit_full(LIMIT_points_nested, depth); depth++) {
		struct type_id stripped = type_strip(p, type);
		const struct type *t = program_type(p, stripped);
		const struct field *f;
		if (t->kind == TYPE_ARRAY && bits_of(p, t->base) >= 8) {
			int64_t in_first = rest % (int64_t)(bits_of(p, t->base) / 8);
			l.member.offset -= l.member.record.i ? rest - in_first : 0;
			rest = in_first;
			type = t->base;
			continue;
		}
		if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION) {
			l.leaf = stripped;
			break;
		}
		if (!in_union)
			l.member = (struct member){ stripped, rest };
		in_union |= t->kind == TYPE_UNION;
		f = field_at(p, t, (uint64_t)rest * 8);
		if (!f || f->width || ((uint64_t)rest >= t->size / 8 && !is_open(p, f->type)))
			break;
		before += (int64_t)(f->offset / 8);
		rest -= (int64_t)(f->offset / 8);
		type = f->type;
	}
	l.offset = before + rest;
	return l;
}

enum carries layout_carries(const struct program *p, struct type_id id)
{
	const struct type *t = program_type(p, type_strip(p, id));

	for (uint32_t depth = 0; !limit_full(LIMIT_points_nested, depth); depth++) {
		switch (t->kind) {
		case TYPE_POINTER:
			return CARRIES_POINTER;
		case TYPE_INT: /* a wider one is how clang exchanges a record at once */
			if (t->size > 64)
				return CARRIES_PARTS;
			return t->size == 64 ? CARRIES_INTEGER : CARRIES_NOTHING;
		case TYPE_VECTOR:
			t = program_type(p, type_strip(p, t->base));
			break;
		case TYPE_STRUCT:
		case TYPE_ARRAY:
			return CARRIES_PARTS;
		default:
			return CARRIES_NOTHING;
		}
	}
	return CARRIES_NOTHING;
}

bool layout_is_record(const struct program *p, struct type_id id)
{
	const struct type *t = program_type(p, type_strip(p, id));

	if (t->kind != TYPE_POINTER)
		return false;
	t = program_type(p, type_strip(p, t->base));
	return (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) && t->nfields;
}

bool layout_is_untyped(const struct program *p, struct type_id id)
{
	const struct type *t = program_type(p, type_strip(p, id));

	return t->kind == TYPE_POINTER && (!t->base.i || program_type(p, type_strip(p, t->base))->kind == TYPE_VOID);
}

bool layout_part(const struct program *p, struct type_id aggregate, const uint32_t *index, uint32_t n, int64_t *offset)
{
	*offset = 0;
	for (uint32_t i = 0; i < n; i++) {
		const struct type *t = program_type(p, type_strip(p, aggregate));
		if (t->kind == TYPE_STRUCT && index[i] < t->nfields) {
			*offset += (int64_t)(p->field.at[t->field + index[i]].offset / 8);
			aggregate = p->field.at[t->field + index[i]].type;
		} else if (t->kind == TYPE_ARRAY) {
			aggregate = t->base;
		} else {
			return false;
		}
	}
	return true;
}

/* Machine aggregates are small and shallow; what lies deeper than the stack here is not followed. */
uint32_t layout_parts(const struct program *p, struct type_id type, int64_t *offset, uint32_t max)
{
	struct {
		struct type_id type;
		int64_t at;
	} todo[64];
	uint32_t n = 1, found = 0;

	todo[0].type = type;
	todo[0].at = 0;
	while (n && found < max) {
		struct type_id id = type_strip(p, todo[--n].type);
		const struct type *t = program_type(p, id);
		int64_t at = todo[n].at;
		if (t->kind == TYPE_ARRAY) {
			todo[n].type = t->base;
			todo[n++].at = at;
		} else if (t->kind == TYPE_STRUCT) {
			for (uint32_t i = t->nfields; i && !limit_full(LIMIT_points_parts, n);) {
				i--;
				todo[n].type = p->field.at[t->field + i].type;
				todo[n++].at = at + (int64_t)(p->field.at[t->field + i].offset / 8);
			}
		} else if (t->kind == TYPE_INT && t->size > 64) {
			for (int64_t k = 0; k < (int64_t)t->size / 64 && found < max; k++)
				offset[found++] = at + k * 8;
		} else if (layout_carries(p, id) != CARRIES_NOTHING) {
			offset[found++] = at;
		}
	}
	if (n)
		limit_met(LIMIT_points_parts);
	return found;
}

/* Smaller integers travel as if they were of 32 bits; arrays as pointers. */
uint32_t layout_kind(const struct program *p, struct type_id id)
{
	const struct type *t = program_type(p, type_strip(p, id));

	switch (t->kind) {
	case TYPE_POINTER:
	case TYPE_ARRAY:
		return 64;
	case TYPE_INT:
	case TYPE_ENUM:
		return t->size < 32 ? 32 : (uint32_t)t->size;
	case TYPE_FLOAT:
		return 1000 + (uint32_t)t->size;
	default:
		return 0;
	}
}

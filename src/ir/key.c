/* type keys: equal keys mean equal types, whatever unit they come from.
 *
 * A type is hashed by what it says itself; what it refers to is hashed by a short form, so that recursive types need no
 * fix-point: a record's short form is its name, place, size and the names and offsets of its members. Two types with equal
 * keys that are not equal would have to be declared at the same line of the same file with the same layout. */
#include "ir/ir.h"
#include "ir/key.h"

#include <xxhash.h>

enum { DEPTH = 16 };

static uint64_t mix(uint64_t h, uint64_t v)
{
	uint64_t pair[2] = { h, v };

	return XXH3_64bits(pair, sizeof pair);
}

static uint64_t mix_str(const struct program *p, uint64_t h, struct str_id s)
{
	return mix(h, XXH3_64bits(program_str(p, s), intern_length(&p->str, s.i)));
}

static uint64_t own(const struct program *p, const struct type *t)
{
	uint64_t h = mix(t->kind | (uint64_t)t->flags << 8, t->size);

	h = mix_str(p, mix(h, t->count), t->name);
	return mix(mix_str(p, h, t->file), t->line);
}

static bool is_record(const struct type *t)
{
	return t->kind == TYPE_STRUCT || t->kind == TYPE_UNION;
}

static uint64_t layout(const struct program *p, const struct type *t, uint64_t h)
{
	for (uint32_t i = 0; i < t->nfields; i++) {
		const struct field *f = &p->field.at[t->field + i];
		h = mix(mix_str(p, h, f->name), f->offset << 8 | f->width);
	}
	return h;
}

/* Down the chain of pointers, arrays and qualifiers to the first record, function or scalar. */
static uint64_t short_form(const struct program *p, struct type_id id)
{
	uint64_t h = 0;

	for (int depth = 0; id.i && depth < DEPTH; depth++) {
		const struct type *t = program_type(p, id);
		h = mix(h, own(p, t));
		if (is_record(t) || t->kind == TYPE_FUNCTION)
			return layout(p, t, h);
		id = t->base;
	}
	return h;
}

uint64_t type_key(const struct program *p, struct type_id id)
{
	const struct type *t = program_type(p, id);
	uint64_t h = mix(own(p, t), short_form(p, t->base));

	h = layout(p, t, h);
	for (uint32_t i = 0; i < t->nfields; i++)
		h = mix(h, short_form(p, p->field.at[t->field + i].type));
	return h;
}

void type_keys(struct program *p)
{
	for (uint32_t i = 1; i < p->type.n; i++)
		p->type.at[i].key = type_key(p, (struct type_id){ i });
}

/* type keys: equal keys mean equal types, whatever unit they come from.
 *
 * A type is hashed by what it says itself; what it refers to is hashed by a short form, so that recursive types need no
 * fix-point: a record's short form is its name, place, size and the names and offsets of its members. Two types with equal
 * keys that are not equal would have to be declared at the same line of the same file with the same layout.
 *
 * Each string and each type is hashed once: a record of ten thousand pointers to itself must not cost their square. */
#include "ir/ir.h"
#include "ir/store/key.h"

#define XXH_INLINE_ALL /* most texts are shorter than a call is long */
#include <xxhash.h>

enum { DEPTH = 16 };

struct type_keyer {
	const struct program *p;
	uint64_t *text;   /* by string */
	uint64_t *own;    /* by type: what it says itself */
	uint64_t *layout; /* by type: names and places of its members */
};

static uint64_t mix(uint64_t h, uint64_t v)
{
	uint64_t pair[2] = { h, v };

	return XXH3_64bits(pair, sizeof pair);
}

static uint64_t hash_own(const struct type_keyer *k, const struct type *t)
{
	uint64_t h = mix(t->kind | (uint64_t)t->flags << 8, t->size);

	h = mix(mix(h, t->count), k->text[t->name.i]);
	return mix(mix(h, k->text[t->file.i]), t->line);
}

static uint64_t hash_layout(const struct type_keyer *k, const struct type *t)
{
	uint64_t h = t->nfields;

	for (uint32_t i = 0; i < t->nfields; i++) {
		const struct field *f = &k->p->field.at[t->field + i];
		h = mix(mix(mix(h, k->text[f->name.i]), f->offset), f->width);
	}
	return h;
}

static bool has_members(const struct type *t)
{
	return t->kind == TYPE_STRUCT || t->kind == TYPE_UNION || t->kind == TYPE_FUNCTION;
}

/* Down the chain of pointers, arrays and qualifiers to the first record, function or scalar. */
static uint64_t short_form(const struct type_keyer *k, struct type_id id)
{
	uint64_t h = 0;

	for (int depth = 0; id.i && depth < DEPTH; depth++) {
		const struct type *t = program_type(k->p, id);
		h = mix(h, k->own[id.i]);
		if (has_members(t))
			return mix(h, k->layout[id.i]);
		id = t->base;
	}
	return h;
}

static uint64_t key_of(const struct type_keyer *k, uint32_t i)
{
	const struct type *t = &k->p->type.at[i];
	uint64_t h = mix(mix(k->own[i], short_form(k, t->base)), k->layout[i]);

	for (uint32_t m = 0; m < t->nfields; m++)
		h = mix(h, short_form(k, k->p->field.at[t->field + m].type));
	return h;
}

void type_keys(struct program *p)
{
	struct arena a;
	struct type_keyer k = { .p = p };

	arena_init(&a, "type keys");
	k.text = arena_array(&a, p->str.entry.n, sizeof *k.text);
	k.own = arena_array(&a, p->type.n, sizeof *k.own);
	k.layout = arena_array(&a, p->type.n, sizeof *k.layout);
	for (uint32_t i = 0; i < p->str.entry.n; i++)
		k.text[i] = XXH3_64bits(intern_get(&p->str, i), p->str.entry.at[i].len);
	for (uint32_t i = 1; i < p->type.n; i++) {
		k.own[i] = hash_own(&k, &p->type.at[i]);
		k.layout[i] = hash_layout(&k, &p->type.at[i]);
	}
	for (uint32_t i = 1; i < p->type.n; i++)
		p->type.at[i].key = key_of(&k, i);
	arena_release(&a);
}

/* What a type is called, down the chain to the first record: the same in a unit that has its fields and in one that only names
 * it. */
static uint64_t called(const struct program *p, struct type_id id, int depth)
{
	uint64_t h = 0;

	for (; id.i && depth < DEPTH; depth++) {
		const struct type *t = program_type(p, id);
		bool record = t->kind == TYPE_STRUCT || t->kind == TYPE_UNION;
		h = mix(mix(h, t->kind), XXH3_64bits(program_str(p, t->name), intern_length(&p->str, t->name.i)));
		if (!t->name.i && t->line)
			return mix(mix(h, XXH3_64bits(program_str(p, t->file), intern_length(&p->str, t->file.i))), t->line);
		if (record && t->name.i)
			return h;
		h = mix(mix(h, t->size), t->count);
		if (has_members(t) && depth < 3)
			for (uint32_t m = 0; m < t->nfields && m < 64; m++)
				h = mix(h, called(p, p->field.at[t->field + m].type, depth + 4));
		id = t->base;
	}
	return h;
}

uint64_t type_word(const struct program *p, struct type_id id)
{
	return called(p, id, 0);
}

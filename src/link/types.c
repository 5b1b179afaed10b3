/* Types of many units become one table.
 *
 * While units join, types with equal keys are one. When all have joined, structs and unions that a unit only declared are
 * redirected to their definition, which makes more types equal: what one unit knows as `struct conn *` with conn declared and
 * another with conn defined is one type now, and so is every record with such a member:
 *
 *     a.c   struct conn;                       struct list { struct conn *first; struct list *next; };
 *     b.c   struct conn { int state; };        struct list { struct conn *first; struct list *next; };
 *
 * Equality of recursive types is found by splitting: types that look alike (kind, name, place, size, member names and offsets)
 * are first held to be one, then split where what they refer to has been split, until nothing splits. Each round is linear; real
 * programs need a handful, since what differs differs close by. */
#include "link/linker.h"

#include <string.h>
#include <xxhash.h>

enum { ROUNDS = 64 }; /* then equality by key must do: only a file made to be deep gets there */
#define SEVERAL UINT32_MAX

static void copy_type(struct program *p, const struct joining *j, const struct type *t, uint32_t to)
{
	struct type row = *t;

	row.name.i = j->map.str[t->name.i];
	row.file.i = j->map.str[t->file.i];
	row.base.i = j->map.type[t->base.i];
	row.field = p->field.n;
	for (uint32_t k = 0; k < t->nfields; k++) {
		struct field f = j->from->field.at[t->field + k];
		f.name.i = j->map.str[f.name.i];
		f.type.i = j->map.type[f.type.i];
		*vec_add(p->arena, &p->field) = f;
	}
	p->type.at[to] = row;
}

void types_add(struct linker *l, struct joining *j)
{
	struct program *p = l->p;
	uint32_t n = j->from->type.n, known = p->type.n, fresh = known;

	j->map.ntypes = n;
	j->map.type = arena_array(l->out, n, sizeof *j->map.type);
	for (uint32_t i = 1; i < n; i++) {
		uint32_t *id = map_at(&l->scratch, &l->type_by_key, j->from->type.at[i].key);
		if (!*id) {
			*id = p->type.n;
			(void)vec_add(p->arena, &p->type);
		}
		j->map.type[i] = *id;
	}
	for (uint32_t i = 1; i < n; i++)
		if (j->map.type[i] == fresh) {
			copy_type(p, j, &j->from->type.at[i], fresh);
			fresh++;
		}
}

/* ---- when all have joined ---- */

struct merger {
	struct program *p;
	struct arena arena;
	uint32_t *to;	 /* by type: itself, or the definition of what it declares */
	uint32_t *class; /* by type */
	uint32_t classes;
};

static uint64_t *add_number(uint64_t *at, uint64_t v)
{
	*at = v;
	return at + 1;
}

/* A type that is as large as its base, and so of size 0 in a unit that only knows the base's declaration. */
static bool is_wrapper(uint8_t kind)
{
	return kind == TYPE_TYPEDEF || kind == TYPE_CONST || kind == TYPE_VOLATILE || kind == TYPE_RESTRICT ||
	       kind == TYPE_ATOMIC || kind == TYPE_TAG;
}

/* What a type says without asking what it refers to. A typedef is its name and what it stands for, wherever it is declared: C
 * lets headers repeat one (socklen_t), and a unit knows the first it met. */
static uint32_t look(struct intern *seen, const struct program *p, const struct type *t, uint64_t *buffer)
{
	bool placed = t->kind != TYPE_TYPEDEF;
	uint64_t *at = buffer;

	at = add_number(at, t->kind | (uint64_t)t->flags << 8 | (uint64_t)(placed ? t->line : 0) << 32);
	at = add_number(at, map_pair(t->name.i, placed ? t->file.i : 0));
	at = add_number(at, is_wrapper(t->kind) ? 0 : t->size);
	at = add_number(at, t->count);
	for (uint32_t k = 0; k < t->nfields; k++) {
		const struct field *f = &p->field.at[t->field + k];
		at = add_number(at, map_pair(f->name.i, f->width));
		at = add_number(at, f->offset);
	}
	return intern_bytes(seen, buffer, (size_t)(at - buffer) * sizeof *at);
}

static uint32_t refine(struct intern *seen, const struct merger *m, uint32_t type, uint64_t *buffer)
{
	const struct type *t = &m->p->type.at[type];
	uint64_t *at = add_number(buffer, map_pair(m->class[type], m -> class[m->to[t->base.i]]));
	XXH128_hash_t h;

	for (uint32_t k = 0; k < t->nfields; k++)
		at = add_number(at, m->class[m->to[m->p->field.at[t->field + k].type.i]]);
	h = XXH3_128bits(buffer, (size_t)(at - buffer) * sizeof *at);
	return intern_bytes(seen, &h, sizeof h);
}

static uint64_t *make_buffer(struct merger *m)
{
	uint32_t most = 0;

	for (uint32_t i = 1; i < m->p->type.n; i++)
		if (m->p->type.at[i].nfields > most)
			most = m->p->type.at[i].nfields;
	return arena_array(&m->arena, (size_t)most * 2 + 4, sizeof(uint64_t));
}

static void classify_by_look(struct merger *m, uint64_t *buffer)
{
	struct arena a;
	struct intern seen;

	arena_init(&a, "link types");
	intern_init(&seen, &a);
	for (uint32_t i = 1; i < m->p->type.n; i++)
		m->class[i] = look(&seen, m->p, &m->p->type.at[i], buffer);
	m->classes = seen.entry.n;
	arena_release(&a);
}

/* One round; whether something was split. */
static bool split(struct merger *m, uint32_t *next, uint64_t *buffer)
{
	uint32_t before = m->classes;
	struct arena a;
	struct intern seen;

	arena_init(&a, "link types");
	intern_init(&seen, &a);
	for (uint32_t i = 1; i < m->p->type.n; i++)
		next[i] = refine(&seen, m, i, buffer);
	memcpy(m->class, next, m->p->type.n * sizeof *next);
	m->classes = seen.entry.n;
	arena_release(&a);
	return m->classes != before;
}

static bool is_declared(const struct type *t)
{
	return (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) && t->flags & TYPE_DECLARED;
}

static uint64_t name_key(const struct type *t)
{
	return map_pair(t->name.i, t->kind);
}

static uint64_t place_key(const struct type *t)
{
	uint32_t word[4] = { t->name.i, t->kind, t->file.i, t->line };

	return XXH3_64bits(word, sizeof word);
}

/* The one definition under a key, by look: two that look alike differ at most in what their members' types refer to. */
static void note_definition(struct merger *m, struct map *definition, uint64_t key, uint32_t type)
{
	uint32_t *at = map_at(&m->arena, definition, key);

	if (!*at)
		*at = type;
	else if (*at != SEVERAL && m->class[*at] != m->class[type])
		*at = SEVERAL;
}

static void find_definitions(struct merger *m, struct map *by_place, struct map *by_name)
{
	for (uint32_t i = 1; i < m->p->type.n; i++) {
		const struct type *t = &m->p->type.at[i];
		if ((t->kind != TYPE_STRUCT && t->kind != TYPE_UNION) || t->flags & TYPE_DECLARED)
			continue;
		if (t->file.i)
			note_definition(m, by_place, place_key(t), i);
		if (t->name.i)
			note_definition(m, by_name, name_key(t), i);
	}
}

/* A unit that saw a definition and did not need it declares it with the definition's place: that tells two records of one name
 * apart, and finds the nameless ones. Else there must be one of that name. Defined nowhere, it is still one record wherever it is
 * declared. */
static void redirect(struct merger *m)
{
	struct map by_place = { 0 }, by_name = { 0 }, declared = { 0 };

	find_definitions(m, &by_place, &by_name);
	for (uint32_t i = 1; i < m->p->type.n; i++) {
		const struct type *t = &m->p->type.at[i];
		uint32_t d;
		m->to[i] = i;
		if (!is_declared(t))
			continue;
		d = map_get(&by_place, place_key(t));
		if (!d && t->name.i)
			d = map_get(&by_name, name_key(t));
		if (!d && t->name.i) {
			uint32_t *first = map_at(&m->arena, &declared, name_key(t));
			if (!*first)
				*first = i;
			d = *first;
		}
		if (d && d != SEVERAL)
			m->to[i] = d;
	}
}

static void equate(struct merger *m, uint64_t *buffer)
{
	uint32_t *next = arena_array(&m->arena, m->p->type.n, sizeof *next);
	int round = 0;

	while (round < ROUNDS && split(m, next, buffer))
		round++;
	if (round < ROUNDS)
		return;
	for (uint32_t i = 1; i < m->p->type.n; i++)
		m->class[i] = i;
	m->classes = m->p->type.n;
}

/* Keeps the first of each class and closes the gaps; gives the new id of each type. A row never moves up, so in place will do. */
static uint32_t *compact(struct merger *m)
{
	struct program *p = m->p;
	uint32_t *kept = arena_array(&m->arena, m->classes, sizeof *kept); /* by class */
	uint32_t *id = arena_array(&m->arena, p->type.n, sizeof *id);
	uint32_t n = 1, nfields = 1, total = p->type.n;

	for (uint32_t i = 1; i < total; i++) {
		struct type t = p->type.at[i];
		if (m->to[i] != i)
			continue;
		if (kept[m->class[i]]) {
			struct type *first = &p->type.at[kept[m->class[i]]];
			if (t.size > first->size)
				first->size = t.size; /* only wrappers of one class differ in it */
			continue;
		}
		memmove(&p->field.at[nfields], &p->field.at[t.field], t.nfields * sizeof(struct field));
		t.field = nfields;
		nfields += t.nfields;
		kept[m->class[i]] = n;
		p->type.at[n++] = t;
	}
	for (uint32_t i = 1; i < total; i++)
		id[i] = kept[m->class[m->to[i]]];
	p->type.n = n;
	p->field.n = nfields;
	return id;
}

static void renumber(struct program *p, const uint32_t *id)
{
	for (uint32_t i = 1; i < p->type.n; i++)
		p->type.at[i].base.i = id[p->type.at[i].base.i];
	for (uint32_t i = 1; i < p->field.n; i++)
		p->field.at[i].type.i = id[p->field.at[i].type.i];
	for (uint32_t i = 1; i < p->sym.n; i++)
		p->sym.at[i].type.i = id[p->sym.at[i].type.i];
	for (uint32_t i = 1; i < p->konst.n; i++)
		p->konst.at[i].type.i = id[p->konst.at[i].type.i];
	for (uint32_t u = 1; u < p->unit.n; u++)
		for (uint32_t i = 0; i < p->unit.at[u].ntypes; i++)
			p->unit.at[u].type[i] = id[p->unit.at[u].type[i]];
}

void types_end(struct linker *l)
{
	struct merger m = { .p = l->p };
	uint64_t *buffer;

	arena_init(&m.arena, "link types");
	m.to = arena_array(&m.arena, l->p->type.n, sizeof *m.to);
	m.class = arena_array(&m.arena, l->p->type.n, sizeof *m.class);
	buffer = make_buffer(&m);
	classify_by_look(&m, buffer);
	redirect(&m);
	equate(&m, buffer);
	renumber(l->p, compact(&m));
	arena_release(&m.arena);
}

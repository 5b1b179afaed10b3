/* Which program symbol each symbol of a unit is, and whose definition stays.
 *
 * Static symbols are the unit's own, except copies of header functions and of constants, which are one (identity.c). All others
 * are one by name. The heavier definition stays (enum rank). A definition that goes is forgotten, unless an alias of its own unit
 * leads to it: an alias is an address in its unit, and stays there whoever wins the name:
 *
 *     a.c   weak void f(void) { ... }   void g(void) alias("f")      g is a.c's f, kept as a static symbol
 *     b.c   void f(void) { ... }                                     f is b.c's
 *
 * This file decides; fill.c then copies what was decided for. */
#include "link/linker.h"

#include <string.h>
#include <xxhash.h>

enum { KEPT_FLAGS = SYM_NORETURN | SYM_TWICE | SYM_HIDDEN }; /* true of a symbol as soon as one declaration says so */

/* A function without a body is not defined, whatever its flags say. */
static bool is_defined(const struct sym *s)
{
	return s->flags & SYM_DEFINED && (s->kind != SYM_FUNCTION || s->fn.i);
}

static bool is_alias(const struct sym *s)
{
	return s->kind == SYM_ALIAS || s->kind == SYM_IFUNC;
}

enum rank rank_of(const struct sym *s, bool stub)
{
	if (!is_defined(s))
		return RANK_NONE;
	if (s->linkage == LINK_INLINE)
		return RANK_INLINE;
	if (stub)
		return RANK_STUB;
	return s->linkage == LINK_WEAK ? RANK_WEAK : s->linkage == LINK_COMMON ? RANK_COMMON : RANK_STRONG;
}

/* The row of the unit's symbol in the program's words; what leads to other symbols comes later (fill.c). */
static struct sym translate(const struct joining *j, const struct sym *s)
{
	struct sym row = *s;

	row.name.i = j->map.str[s->name.i];
	row.source.i = j->map.str[s->source.i];
	row.section.i = j->map.str[s->section.i];
	row.type.i = j->map.type[s->type.i];
	row.file.i = j->map.str[s->file.i];
	row.unit = j->id;
	row.data = extent_of("", 0);
	row.fn.i = row.reloc = row.nrelocs = row.target.i = 0;
	if (!is_defined(s))
		row.flags &= (uint8_t)~SYM_DEFINED;
	return row;
}

static uint32_t new_row(struct linker *l, const struct joining *j, const struct sym *s)
{
	uint32_t id = l->p->sym.n;

	*vec_add(l->p->arena, &l->p->sym) = translate(j, s);
	*vec_add(&l->scratch, &l->about) = (struct about){ .rank = (uint8_t)rank_of(s, j->stub) };
	return id;
}

/* A second declaration, or one beside a definition, adds what the row does not know. */
static void add_declaration(struct sym *row, const struct sym *other)
{
	row->flags |= other->flags & KEPT_FLAGS;
	if (!(row->flags & SYM_DEFINED)) {
		if (other->linkage == LINK_EXTERN)
			row->linkage = LINK_EXTERN;
		if (!row->type.i && other->type.i) /* int f(); says variadic and knows nothing */
			row->flags = (uint8_t)((row->flags & ~SYM_VARIADIC) | (other->flags & SYM_VARIADIC));
	}
	if (!row->type.i)
		row->type = other->type;
	if (!row->file.i) {
		row->file = other->file;
		row->line = other->line;
	}
	if (!row->source.i)
		row->source = other->source;
}

/* The definition at `g` goes. If aliases of its unit lead to it, it lives on as a static symbol. */
static void retire(struct linker *l, uint32_t g)
{
	uint32_t list = l->about.at[g].alias, private = 0;
	struct sym old = l->p->sym.at[g];

	l->about.at[g].alias = 0;
	for (uint32_t next; list; list = next) {
		struct sym *s = &l->p->sym.at[l->alias.at[list].sym.i];
		next = l->alias.at[list].next;
		if (!is_alias(s) || s->target.i != g || s->unit.i != old.unit.i)
			continue;
		if (!private) {
			struct about about = { .rank = RANK_STRONG, .identity = l->about.at[g].identity };
			private = l->p->sym.n;
			old.linkage = LINK_STATIC;
			*vec_add(l->p->arena, &l->p->sym) = old;
			*vec_add(&l->scratch, &l->about) = about;
			if (old.fn.i)
				l->p->fn.at[old.fn.i].sym.i = private;
			s = &l->p->sym.at[l->alias.at[list].sym.i];
		}
		s->target.i = private;
		l->alias.at[list].next = l->about.at[private].alias;
		l->about.at[private].alias = list;
	}
}

static void replace(struct linker *l, const struct joining *j, const struct sym *s, uint32_t g)
{
	struct sym old = l->p->sym.at[g], row = translate(j, s);

	if (old.flags & SYM_DEFINED)
		retire(l, g);
	add_declaration(&row, &old);
	l->p->sym.at[g] = row;
	l->about.at[g] = (struct about){ .rank = (uint8_t)rank_of(s, j->stub) };
}

static void merge_common(const struct joining *j, struct sym *row, const struct sym *s)
{
	if (s->size > row->size) {
		row->size = s->size;
		if (s->type.i)
			row->type.i = j->map.type[s->type.i];
	}
}

/* A symbol with a name that other units see. Two rows of one name in one unit (asm labels) are one; the first is defined. */
static void join_global(struct linker *l, struct joining *j, uint32_t i)
{
	const struct sym *s = &j->from->sym.at[i];
	uint32_t *by_name = map_at(&l->scratch, &l->sym_by_name, j->map.str[s->name.i]), g = *by_name;
	enum rank new = rank_of(s, j->stub), old;
	struct sym row;

	if (!g) {
		g = *by_name = new_row(l, j, s);
		j->map.sym[i] = g;
		j->row[i] = new != RANK_NONE ? g : 0;
		return;
	}
	j->map.sym[i] = g;
	old = (enum rank)l->about.at[g].rank;
	if (new > old && (old == RANK_NONE || l->p->sym.at[g].unit.i != j->id.i)) {
		replace(l, j, s, g);
		j->row[i] = g;
		return;
	}
	row = translate(j, s);
	add_declaration(&l->p->sym.at[g], &row);
	if (new == RANK_COMMON && old == RANK_COMMON)
		merge_common(j, &l->p->sym.at[g], s);
}

/* Whether the unit of symbol `g` and this one are the same file compiled into different things, as by -D. What is equal in them
 * may use static variables of that file, of which there are two. */
static bool is_other_self(const struct linker *l, const struct joining *j, uint32_t g)
{
	uint32_t u = l->p->sym.at[g].unit.i;
	const struct unit *a = &l->p->unit.at[u];

	return u != j->id.i && a->file.i == j->map.file.i && (a->dir.i != j->map.dir.i || l->face.at[u] != l->face.at[j->id.i]);
}

static bool is_plain_constant(const struct sym *s)
{
	return s->kind == SYM_VARIABLE && is_defined(s) && s->flags & SYM_CONSTANT && !(s->flags & SYM_THREAD_LOCAL) &&
	       !s->nrelocs;
}

static void join_static(struct linker *l, struct joining *j, uint32_t i)
{
	const struct sym *s = &j->from->sym.at[i];
	bool function = s->kind == SYM_FUNCTION && is_defined(s) && s->name.i;
	struct fn_key identity;
	uint32_t id, *kept;

	if (!function && !is_plain_constant(s)) {
		j->map.sym[i] = new_row(l, j, s);
		j->row[i] = j->map.sym[i];
		return;
	}
	identity = function ? j->identity[s->fn.i] : identity_constant(j->from, s);
	id = intern_bytes(&l->copy, &identity, sizeof identity);
	while (l->copy_sym.n <= id)
		(void)vec_add(&l->scratch, &l->copy_sym);
	kept = &l->copy_sym.at[id];
	if (*kept && !is_other_self(l, j, *kept)) {
		j->map.sym[i] = *kept;
		l->about.at[*kept].copies++;
		l->result->merged += function;
		return;
	}
	j->map.sym[i] = j->row[i] = new_row(l, j, s);
	if (!*kept)
		*kept = j->map.sym[i];
}

/* The targets of this unit's aliases must be this unit's: where another definition won the name, it stays as a static symbol. */
static void keep_targets(struct linker *l, struct joining *j)
{
	for (uint32_t i = 1; i < j->from->sym.n; i++) {
		uint32_t t = i;
		while (j->row[t] && is_alias(&j->from->sym.at[t])) {
			const struct sym *target;
			t = j->from->sym.at[t].target.i;
			target = &j->from->sym.at[t];
			if (!t || j->row[t] || !is_defined(target) || target->linkage == LINK_STATIC ||
			    target->linkage == LINK_COMMON)
				break;
			j->row[t] = new_row(l, j, target);
			l->p->sym.at[j->row[t]].linkage = LINK_STATIC;
			l->about.at[j->row[t]].rank = RANK_STRONG;
		}
	}
}

/* Which names a unit defines, as a number that does not depend on their order. */
static uint64_t face_of(const struct program *p)
{
	uint64_t sum = 0;

	for (uint32_t i = 1; i < p->sym.n; i++) {
		const struct sym *s = &p->sym.at[i];
		if (is_defined(s) && s->linkage != LINK_STATIC && s->linkage != LINK_INLINE)
			sum += XXH3_64bits(program_str(p, s->name), intern_length(&p->str, s->name.i));
	}
	return sum;
}

void symbols_add(struct linker *l, struct joining *j)
{
	uint32_t n = j->from->sym.n;

	while (l->face.n <= j->id.i)
		(void)vec_add(&l->scratch, &l->face);
	l->face.at[j->id.i] = face_of(j->from);
	j->map.nsyms = n;
	j->map.sym = arena_array(l->out, n, sizeof *j->map.sym);
	j->row = arena_array(&j->temp, n, sizeof *j->row);
	for (uint32_t i = 1; i < n; i++)
		if (j->from->sym.at[i].linkage == LINK_STATIC || !j->from->sym.at[i].name.i)
			join_static(l, j, i);
		else
			join_global(l, j, i);
	keep_targets(l, j);
}

/* Linking, unit by unit: strings, types, symbols, then what the kept symbols hold. Nothing of a unit is needed again once it has
 * joined except its code, so at most one unit's tables are in memory beside the program's. */
#include "link/link.h"

#include <string.h>

#include "base/system/progress.h"
#include "base/stat.h"
#include "ir/store/key.h"
#include "ir/store/unit.h"
#include "link/linker.h"

enum { CONFLICTS_TOLD = 10 };

struct linker *link_begin(struct arena *out, const char *name)
{
	struct arena scratch;
	struct linker *l;

	arena_init(&scratch, "link");
	l = arena_new(&scratch, struct linker);
	l->out = out;
	l->scratch = scratch;
	l->p = arena_new(out, struct program);
	program_init(l->p, out);
	l->p->name = arena_string(out, name);
	l->result = arena_new(out, struct linked);
	l->result->program = l->p;
	intern_init(&l->copy, &l->scratch);
	intern_init(&l->konst, &l->scratch);
	(void)vec_add(&l->scratch, &l->about);
	(void)vec_add(&l->scratch, &l->alias);
	return l;
}

void link_abandon(struct linker *l)
{
	struct arena scratch = l->scratch; /* the linker is in it */

	arena_release(&scratch);
}

static void add_strings(struct linker *l, struct joining *j)
{
	const struct intern *from = &j->from->str;

	j->map.nstrs = from->entry.n;
	j->map.str = arena_array(l->out, from->entry.n, sizeof *j->map.str);
	for (uint32_t i = 1; i < from->entry.n; i++)
		j->map.str[i] = intern_hashed(&l->p->str, intern_get(from, i), from->entry.at[i].len, from->entry.at[i].hash);
}

void link_add(struct linker *l, const struct program *unit, const struct link_unit *about)
{
	const struct unit *own = &unit->unit.at[1];
	struct joining j = { .from = unit, .id = { l->p->unit.n }, .stub = about->stub };

	arena_init(&j.temp, "link unit");
	add_strings(l, &j);
	j.map.file.i = j.map.str[own->file.i];
	j.map.dir.i = j.map.str[own->dir.i];
	j.map.module_asm.i = j.map.str[own->module_asm.i];
	j.map.mapped = own->mapped;
	j.map.pointer_bytes = own->pointer_bytes;
	memcpy(j.map.gap, own->gap, sizeof j.map.gap);
	j.identity = identity_all(&j.temp, unit);
	types_add(l, &j);
	symbols_add(l, &j);
	fill_add(l, &j);
	*vec_add(l->out, &l->p->unit) = j.map;
	arena_release(&j.temp);
}

/* Functions whose symbol another definition took are left out. */
static void drop_fns(struct program *p)
{
	uint32_t n = 1;

	for (uint32_t i = 1; i < p->fn.n; i++) {
		struct sym *s = program_sym(p, p->fn.at[i].sym);
		if (s->fn.i != i)
			continue;
		s->fn.i = n;
		p->fn.at[n++] = p->fn.at[i];
	}
	p->fn.n = n;
}

/* "a.c:12", or the unit's file where debug information does not say */
static const char *place(struct arena *a, const struct program *p, struct str_id file, uint32_t line, struct unit_id unit)
{
	return file.i ? arena_format(a, "%s:%u", program_str(p, file), line) : program_str(p, p->unit.at[unit.i].file);
}

static void tell_conflicts(struct arena *scratch, const struct linked *r)
{
	const struct program *p = r->program;
	uint32_t told = 0, all = 0;

	for (uint32_t i = 0; i < r->conflict.n; i++) {
		const struct link_conflict *c = &r->conflict.at[i];
		const struct sym *s = program_sym(p, c->sym);
		if (!c->told || ++all > CONFLICTS_TOLD)
			continue;
		told++;
		warn("%s: '%s' is defined at %s and, differently, at %s; the first is used", p->name, program_str(p, s->name),
		     place(scratch, p, s->file, s->line, s->unit), place(scratch, p, c->file, c->line, c->dropped));
	}
	if (all > told)
		warn("%s: %u more symbols with definitions that differ (--dump=link lists them)", p->name, all - told);
}

void link_tell(const struct linked *r)
{
	const struct program *p = r->program;
	struct arena scratch;

	arena_init(&scratch, "link tell");
	tell_conflicts(&scratch, r);
	arena_release(&scratch);
	stat_add(STAT_programs, 1);
	stat_add(STAT_conflicts, r->conflicts);
	stat_add(STAT_functions, p->fn.n - 1);
	stat_add(STAT_functions_merged, r->merged);
	stat_add(STAT_symbols, p->sym.n - 1);
	stat_add(STAT_types, p->type.n - 1);
	for (uint32_t i = 1; i < p->fn.n; i++)
		stat_add(STAT_instructions, p->fn.at[i].ninsts);
}

/* Each symbol once, and only if what the conflict was about is still there. */
static void choose_told(struct linker *l)
{
	for (uint32_t i = 0; i < l->result->conflict.n; i++) {
		struct link_conflict *c = &l->result->conflict.at[i];
		c->told = l->about.at[c->sym.i].conflict;
		l->about.at[c->sym.i].conflict = false;
	}
}

struct linked *link_end(struct linker *l)
{
	struct linked *r = l->result;

	types_end(l);
	drop_fns(l->p);
	r->copies = arena_array(l->out, l->about.n, sizeof *r->copies);
	for (uint32_t i = 1; i < l->about.n; i++)
		r->copies[i] = l->about.at[i].copies;
	choose_told(l);
	link_abandon(l);
	link_tell(r);
	return r;
}

static bool load_and_add(struct linker *l, const struct link_unit *u, struct trouble *t)
{
	struct arena a;
	struct program p;
	struct trouble why;
	bool ok;

	arena_init(&a, "link load");
	program_init(&p, &a);
	ok = unit_load(u->path, &p, &why);
	if (ok) {
		type_keys(&p);
		link_add(l, &p, u); /* once it has joined, the linked program owns the mapping */
	}
	arena_release(&a);
	return ok || trouble(t, "%s: its unit cannot be used: %.800s", u->source, why.text);
}

struct linked *link_program(struct arena *out, const struct link_unit *units, const struct link_group *g, struct trouble *t)
{
	struct linker *l = link_begin(out, g->name);
	bool ok = true;

	progress_start("link", g->unit.n);
	for (uint32_t i = 0; i < g->unit.n && ok; i++) {
		progress_step(i, units[g->unit.at[i]].source);
		ok = load_and_add(l, &units[g->unit.at[i]], t);
	}
	progress_end();
	if (ok)
		return link_end(l);
	unit_close(l->p);
	link_abandon(l);
	return NULL;
}

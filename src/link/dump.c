/* link_dump: what was decided, readable, sorted, the same for the same input. String literals and the compiler's own tables are
 * counted, not listed. */
#include "link/link.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = { "?", "function", "variable", "alias", "ifunc" };
static const char *const linkages[] = { "?", "static", "extern", "common", "weak", "inline" };

struct line {
	const char *name;
	uint32_t sym;
};

static int by_name(const void *a, const void *b)
{
	const struct line *x = a, *y = b;
	int c = strcmp(x->name, y->name);

	return c ? c : x->sym < y->sym ? -1 : x->sym > y->sym;
}

static void dump_place(const struct program *p, struct str_id file, uint32_t line, FILE *f)
{
	if (file.i)
		fprintf(f, " at %s:%u", program_str(p, file), line);
}

static void dump_sym(const struct linked *r, uint32_t i, FILE *f)
{
	const struct program *p = r->program;
	const struct sym *s = &p->sym.at[i];

	fprintf(f, "%s: %s %s", program_str(p, s->name), linkages[s->linkage], kinds[s->kind]);
	if (s->flags & SYM_HIDDEN)
		fprintf(f, " hidden");
	if (s->kind == SYM_VARIABLE)
		fprintf(f, " %" PRIu64 " bytes", s->size);
	if (s->flags & SYM_DEFINED)
		fprintf(f, " in %s", program_str(p, p->unit.at[s->unit.i].file));
	else
		fprintf(f, " undefined");
	dump_place(p, s->file, s->line, f);
	if (s->target.i)
		fprintf(f, " -> %s%+" PRId64, program_str(p, program_sym(p, s->target)->name), s->addend);
	if (s->target.i && program_sym(p, s->target)->linkage == LINK_STATIC)
		fprintf(f, " of %s", program_str(p, p->unit.at[program_sym(p, s->target)->unit.i].file));
	if (r->copies[i])
		fprintf(f, ", %u %s left out", r->copies[i], r->copies[i] == 1 ? "copy" : "copies");
	fprintf(f, "\n");
}

static void dump_syms(const struct linked *r, FILE *f)
{
	const struct program *p = r->program;
	VEC(struct line) lines = { 0 };
	uint32_t unnamed = 0;
	struct arena a;

	arena_init(&a, "link dump");
	for (uint32_t i = 1; i < p->sym.n; i++)
		if (p->sym.at[i].flags & SYM_UNNAMED)
			unnamed++;
		else
			*vec_add(&a, &lines) = (struct line){ program_str(p, p->sym.at[i].name), i };
	if (lines.n)
		qsort(lines.at, lines.n, sizeof *lines.at, by_name);
	for (uint32_t i = 0; i < lines.n; i++)
		dump_sym(r, lines.at[i].sym, f);
	fprintf(f, "%u unnamed constants\n", unnamed);
	arena_release(&a);
}

static void dump_conflicts(const struct linked *r, FILE *f)
{
	const struct program *p = r->program;

	for (uint32_t i = 0; i < r->conflict.n; i++) {
		const struct link_conflict *c = &r->conflict.at[i];
		const struct sym *s = program_sym(p, c->sym);
		fprintf(f, "conflict: %s is taken from %s", program_str(p, s->name), program_str(p, p->unit.at[s->unit.i].file));
		dump_place(p, s->file, s->line, f);
		fprintf(f, ", not from %s", program_str(p, p->unit.at[c->dropped.i].file));
		dump_place(p, c->file, c->line, f);
		fprintf(f, "\n");
	}
}

void link_dump(const struct linked *r, FILE *f)
{
	const struct program *p = r->program;

	fprintf(f, "program %s: %u units, %u symbols, %u functions, %" PRIu64 " merged, %u types, %u constants\n", p->name,
		p->unit.n - 1, p->sym.n - 1, p->fn.n - 1, r->merged, p->type.n - 1, p->konst.n - 1);
	for (uint32_t i = 1; i < p->unit.n; i++)
		fprintf(f, "unit %s\n", program_str(p, p->unit.at[i].file));
	dump_syms(r, f);
	dump_conflicts(r, f);
}

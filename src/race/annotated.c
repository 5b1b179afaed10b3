/* What the models declare about functions, and what follows for others (racerx, section 8.3): functions kept in the same place of the same kind
 * of table implement one interface, so what is said of one of them holds for all.
 *
 *     static const struct ops disk = { .open = sys_open_disk };        declared: multithreaded sys_*
 *     static const struct ops tape = { .open = tape_open };            so this one is entered by many threads as well */
#include <string.h>

#include "race/build.h"

struct slots {
	struct races *r;
	struct arena scratch;
	struct map verb;  /* by record and offset: what is declared of a function there */
};

static uint8_t verb_of(const struct model_row *row)
{
	return row && (row->verb == MODEL_MULTITHREADED || row->verb == MODEL_INTERRUPT || row->verb == MODEL_SINGLE) ? row->verb : 0;
}

static uint8_t declared(const struct races *r, const struct sym *s)
{
	const struct models *m = r->points->models;
	const struct model_row *row = model_find_in(m, MODEL_ROOT, MODEL_SYMBOL, program_str(r->p, s->name));

	if (!row && s->section.i)
		row = model_find_in(m, MODEL_ROOT, MODEL_SECTION, program_str(r->p, s->section));
	return verb_of(row);
}

/* The record that a pointer in a variable is in, and where in it; arrays of records are one record. False: no record. */
static bool slot_of(const struct program *p, const struct sym *s, uint64_t offset, uint64_t *key)
{
	struct type_id at = type_strip(p, s->type);
	const struct type *t = program_type(p, at);

	while (t->kind == TYPE_ARRAY) {
		at = type_strip(p, t->base);
		t = program_type(p, at);
		if (!t->size)
			return false;
		offset %= (t->size + 7) / 8;
	}
	*key = (uint64_t)at.i << 32 | (uint32_t)offset;
	return t->kind == TYPE_STRUCT && offset <= UINT32_MAX;
}

/* Calls `visit` for each function that an initialiser puts into a slot. */
static void each_slot(struct slots *x, void (*visit)(struct slots *, uint64_t key, struct sym_id fn))
{
	const struct program *p = x->r->p;

	for (uint32_t i = 1; i < p->sym.n; i++) {
		const struct sym *s = &p->sym.at[i];
		for (uint32_t k = s->reloc; s->kind == SYM_VARIABLE && k < s->reloc + s->nrelocs; k++) {
			struct sym_id fn = sym_behind_alias(p, p->reloc.at[k].sym);
			uint64_t key;
			if (p->reloc.at[k].kind == RELOC_ADDRESS && !p->reloc.at[k].addend && program_sym(p, fn)->kind == SYM_FUNCTION &&
			    slot_of(p, s, p->reloc.at[k].offset, &key))
				visit(x, key, fn);
		}
	}
}

static void learn(struct slots *x, uint64_t key, struct sym_id fn)
{
	uint32_t *verb = map_at(&x->scratch, &x->verb, key);

	if (!*verb)
		*verb = x->r->annotated[fn.i];
}

static void teach(struct slots *x, uint64_t key, struct sym_id fn)
{
	if (!x->r->annotated[fn.i])
		x->r->annotated[fn.i] = (uint8_t)*map_at(&x->scratch, &x->verb, key);
}

uint8_t annotation_of(struct races *r, struct sym_id fn)
{
	struct slots x = { .r = r };

	if (!r->annotated) {
		r->annotated = arena_array(r->arena, r->p->sym.n, sizeof *r->annotated);
		for (uint32_t i = 1; i < r->p->sym.n; i++)
			if (r->p->sym.at[i].kind == SYM_FUNCTION)
				r->annotated[i] = declared(r, &r->p->sym.at[i]);
		arena_init(&x.scratch, "annotated");
		each_slot(&x, learn);
		each_slot(&x, teach);
		arena_release(&x.scratch);
	}
	return r->annotated[fn.i];
}

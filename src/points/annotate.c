/* Annotations (racerx, section 8.3): what somebody has declared about a function, and what follows for others. Functions that are
 * kept in one slot, a member of a kind of record or a variable, implement one interface: what is declared of one of them holds
 * for all.
 *
 *     multithreaded sys_*                                                     a row
 *     static struct ops disk = { .open = sys_open_disk };                     declared
 *     static void mount(struct ops *o) { o->open = tape_open; }               so this one is entered by many threads as well
 *
 * Which functions get into which slot is what the flow knows (flow.c): initialisers, assignments, and functions that are handed
 * over as an argument and then stored. One step only: what has spread does not spread again, through the next slot, until it is
 * everywhere. */
#include <stdlib.h>
#include <string.h>

#include "base/limit.h"
#include "base/stat.h"
#include "points/build.h"

struct points_kept {
	uint32_t slot; /* flow node of the location */
	struct sym_id fn;
};

struct annotate {
	struct build *b;
	struct arena scratch;
	uint32_t *first, *to; /* edges by the value that they begin at */
	VEC(struct points_kept) kept; /* by slot, fn */
	VEC(uint32_t) todo;
};

/* ---- declared ---- */

static struct annotation declared(const struct build *b, const struct sym *s)
{
	const struct model_row *row = model_find_in(b->r->models, MODEL_ROOT, MODEL_SYMBOL, program_str(b->p, s->name));
	uint8_t how = ANNOTATED_NAME;

	if (!row && s->section.i) {
		row = model_find_in(b->r->models, MODEL_ROOT, MODEL_SECTION, program_str(b->p, s->section));
		how = ANNOTATED_SECTION;
	}
	return row ? (struct annotation){ .verb = row->verb, .how = how, .row = row } : (struct annotation){ 0 };
}

/* ---- which functions get into which slot ---- */

static bool is_slot(const struct build *b, uint32_t node)
{
	return node >= b->nfirst && b->location_key.at[node - b->nfirst];
}

static void index_edges(struct annotate *x)
{
	const struct build *b = x->b;
	uint32_t *fill;

	x->first = arena_array(&x->scratch, (size_t)b->nfirst + 2, sizeof *x->first);
	x->to = arena_array(&x->scratch, (size_t)b->edge.n + 1, sizeof *x->to);
	for (uint32_t i = 0; i < b->edge.n; i++)
		if (b->edge.at[i].from < b->nfirst)
			x->first[b->edge.at[i].from + 1]++;
	for (uint32_t i = 0; i <= b->nfirst; i++)
		x->first[i + 1] += x->first[i];
	fill = arena_array(&x->scratch, (size_t)b->nfirst + 2, sizeof *fill);
	memcpy(fill, x->first, ((size_t)b->nfirst + 2) * sizeof *fill);
	for (uint32_t i = 0; i < b->edge.n; i++)
		if (b->edge.at[i].from < b->nfirst)
			x->to[fill[b->edge.at[i].from]++] = b->edge.at[i].to;
}

static void reach(struct annotate *x, struct map *seen, struct sym_id fn, uint32_t node)
{
	uint32_t *known = map_at(&x->scratch, seen, map_pair(fn.i, node));

	if (*known)
		return;
	*known = 1;
	if (is_slot(x->b, node))
		*vec_add(&x->scratch, &x->kept) = (struct points_kept){ node, fn };
	else if (node < x->b->nfirst)
		*vec_add(&x->scratch, &x->todo) = node;
}

static int by_slot(const void *a, const void *b)
{
	const struct points_kept *x = a, *y = b;

	if (x->slot != y->slot)
		return x->slot < y->slot ? -1 : 1;
	return (x->fn.i > y->fn.i) - (x->fn.i < y->fn.i);
}

static void find_kept(struct annotate *x)
{
	const struct build *b = x->b;
	struct map seen = { 0 };

	for (uint32_t i = 0; i < b->edge.n; i++) {
		struct sym_id fn = { b->edge.at[i].from & ~FLOW_SYM };
		uint32_t steps = 0;
		if (!(b->edge.at[i].from & FLOW_SYM))
			continue;
		limit_in(program_sym(b->p, fn)->fn.i);
		x->todo.n = 0;
		reach(x, &seen, fn, b->edge.at[i].to);
		while (x->todo.n && !limit_full(LIMIT_points_slots, steps++)) {
			uint32_t node = x->todo.at[--x->todo.n];
			for (uint32_t k = x->first[node]; k < x->first[node + 1]; k++)
				reach(x, &seen, fn, x->to[k]);
		}
	}
	if (x->kept.n)
		qsort(x->kept.at, x->kept.n, sizeof *x->kept.at, by_slot);
}

/* ---- slots ---- */

static bool is_function_pointer(const struct program *p, struct type_id type)
{
	const struct type *t = type.i ? program_type(p, type_strip(p, type)) : NULL;

	return t && t->kind == TYPE_POINTER && t->base.i && program_type(p, type_strip(p, t->base))->kind == TYPE_FUNCTION;
}

static const char *field_name(const struct program *p, const struct type *t, uint32_t offset)
{
	for (uint32_t i = 0; i < t->nfields; i++) {
		const struct field *f = &p->field.at[t->field + i];
		if (f->offset / 8 == offset && f->name.i)
			return program_str(p, f->name);
	}
	return NULL;
}

/* "ops.open", as rows call it, or the name of a variable; NULL: nothing that is declared as a pointer to functions. What is in a
 * union has several interfaces. */
static const char *slot_name(struct annotate *x, uint32_t slot, bool *member)
{
	struct build *b = x->b;
	uint64_t key = b->location_key.at[slot - b->nfirst];
	uint32_t holder = (uint32_t)(key >> 32), offset = (uint32_t)key;
	struct type_id type =
		holder & FLOW_SYM ? program_sym(b->p, (struct sym_id){ holder & ~FLOW_SYM })->type : b->record_type.at[holder];
	const struct type *t = program_type(b->p, type_strip(b->p, type));
	const char *field;

	*member = !(holder & FLOW_SYM);
	if (!is_function_pointer(b->p, layout_of(b->p, type, offset).leaf) || t->kind == TYPE_UNION)
		return NULL;
	if (!*member)
		return program_str(b->p, program_sym(b->p, (struct sym_id){ holder & ~FLOW_SYM })->name);
	field = field_name(b->p, t, offset);
	return arena_format(b->arena, "%s.%s", t->name.i ? program_str(b->p, t->name) : "struct", field ? field : "?");
}

/* A row of the slot itself. */
static void declare_slot(struct annotate *x, const struct points_kept *kept, uint32_t n)
{
	struct annotation *of = x->b->r->annotated;
	bool member;
	const char *name = slot_name(x, kept->slot, &member);
	const struct model_row *row = name && member ? model_find_in(x->b->r->models, MODEL_ROOT, MODEL_FIELD, name) : NULL;

	for (uint32_t i = 0; row && i < n; i++)
		if (!of[kept[i].fn.i].verb)
			of[kept[i].fn.i] =
				(struct annotation){ .verb = row->verb, .how = ANNOTATED_FIELD, .row = row, .slot = name };
}

/* A section is where this one's code lies, and says nothing of the interface. */
static bool speaks_for_others(const struct annotation *a)
{
	return a->how == ANNOTATED_NAME || a->how == ANNOTATED_FIELD;
}

static void spread(struct annotate *x, const struct points_kept *kept, uint32_t n)
{
	struct annotation *of = x->b->r->annotated;
	struct sym_id from = { 0 };
	bool member;
	const char *name = NULL;

	for (uint32_t i = 0; i < n; i++) {
		const struct annotation *a = &of[kept[i].fn.i];
		if (!speaks_for_others(a))
			continue;
		if (from.i && of[from.i].verb != a->verb) {
			gap(interfaces);
			return;
		}
		from = from.i ? from : kept[i].fn;
	}
	for (uint32_t i = 0; from.i && i < n; i++) {
		if (of[kept[i].fn.i].verb)
			continue;
		name = name ? name : slot_name(x, kept->slot, &member);
		if (!name)
			return;
		of[kept[i].fn.i] = (struct annotation){
			.verb = of[from.i].verb, .how = ANNOTATED_SPREAD, .row = of[from.i].row, .from = from, .slot = name
		};
		stat_add(STAT_annotations_spread, 1);
	}
}

static void each_slot(struct annotate *x, void (*visit)(struct annotate *, const struct points_kept *, uint32_t n))
{
	for (uint32_t i = 0, n; i < x->kept.n; i += n) {
		for (n = 1; i + n < x->kept.n && x->kept.at[i + n].slot == x->kept.at[i].slot; n++)
			continue;
		visit(x, &x->kept.at[i], n);
	}
}

void annotate_run(struct build *b)
{
	struct annotate x = { .b = b };

	b->r->annotated = arena_array(b->arena, b->p->sym.n, sizeof *b->r->annotated);
	for (uint32_t i = 1; i < b->p->sym.n; i++)
		if (b->p->sym.at[i].kind == SYM_FUNCTION)
			b->r->annotated[i] = declared(b, &b->p->sym.at[i]);
	arena_init(&x.scratch, "annotate");
	index_edges(&x);
	find_kept(&x);
	each_slot(&x, declare_slot);
	each_slot(&x, spread);
	arena_release(&x.scratch);
}

bool points_is_declared(const struct points *r, struct sym_id fn)
{
	return r->annotated[fn.i].how == ANNOTATED_NAME || r->annotated[fn.i].how == ANNOTATED_SECTION;
}

const char *points_annotation(struct arena *a, const struct points *r, struct sym_id fn)
{
	const struct annotation *x = &r->annotated[fn.i];
	const char *verb = x->verb ? model_verb_name(x->verb) : "", *row = x->row ? model_string(r->models, x->row->name) : "";

	switch (x->how) {
	case ANNOTATED_NAME:
		return arena_format(a, "%s: declared %s '%s'", program_str(r->p, program_sym(r->p, fn)->name), verb, row);
	case ANNOTATED_SECTION:
		return arena_format(a, "%s: declared %s section '%s'", program_str(r->p, program_sym(r->p, fn)->name), verb, row);
	case ANNOTATED_FIELD:
		return arena_format(a, "%s is kept in '%s': declared %s struct '%s'",
				    program_str(r->p, program_sym(r->p, fn)->name), x->slot, verb, row);
	case ANNOTATED_SPREAD:
		return arena_format(a, "%s is kept in '%s' like %s: declared %s '%s'",
				    program_str(r->p, program_sym(r->p, fn)->name), x->slot,
				    program_str(r->p, program_sym(r->p, x->from)->name), verb, row);
	default:
		return NULL;
	}
}

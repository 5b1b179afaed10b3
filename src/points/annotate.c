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
#include "base/store/groups.h"
#include "code/address.h"
#include "code/entry.h"
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
	struct groups g;

	groups_begin(&g, b->nfirst + 1);
	for (uint32_t i = 0; i < b->edge.n; i++)
		if (b->edge.at[i].from < b->nfirst)
			groups_add(&g, b->edge.at[i].from, b->edge.at[i].to);
	groups_end(&g, &x->scratch, &x->first, &x->to);
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

/* ---- entries ---- */

static void add_entry(struct annotate *x, struct sym_id fn, const struct model_row *row)
{
	if (row)
		*vec_add(x->b->arena, &x->b->r->entry) = (struct points_calling){ fn, row };
}

static void enter_slot(struct annotate *x, const struct points_kept *kept, uint32_t n)
{
	bool member;
	const char *name = slot_name(x, kept->slot, &member);
	const struct model_row *row = name && member ? entry_of_member(x->b->r->models, name) : NULL;

	for (uint32_t i = 0; row && i < n; i++)
		add_entry(x, kept[i].fn, row);
}

/* A function is stored so far behind the start of a record: in an element of an array there, "ops.call[2]". */
static void enter_element(struct annotate *x, struct type_id record, int64_t offset, struct sym_id fn)
{
	const struct program *p = x->b->p;
	const struct type *t = program_type(p, record = type_strip(p, record));

	if (!fn.i || program_sym(p, fn)->kind != SYM_FUNCTION || t->kind != TYPE_STRUCT || offset < 0)
		return;
	for (uint32_t i = 0; i < t->nfields; i++) {
		const struct field *f = &p->field.at[t->field + i];
		const struct type *array = program_type(p, type_strip(p, f->type));
		int64_t behind = offset - (int64_t)(f->offset / 8), size;
		if (array->kind != TYPE_ARRAY || behind < 0 || behind >= (int64_t)(array->size / 8) ||
		    !is_function_pointer(p, array->base))
			continue;
		size = (int64_t)(program_type(p, type_strip(p, array->base))->size / 8);
		add_entry(x, fn, entry_of_member(x->b->r->models, arena_format(&x->scratch, "%s.%s[%lld]", program_str(p, t->name),
									       program_str(p, f->name), (long long)(behind / size))));
	}
}

static void enter_stored(struct annotate *x, const struct body *b, const struct inst *store)
{
	struct type_id record = { 0 };
	struct peel at = { .b = b, .r = body_arg(b, store, 0) };
	int64_t offset = 0;

	while (peel_step(&at, PEEL_ADDRESS)) {
		const struct konst *k = at.in->op == OP_index ? program_konst_of(x->b->p, body_arg(b, at.in, 1)) : NULL;
		if (at.in->op == OP_field) {
			record = at.in->type;
			offset += body_offset(b, at.in);
		} else if (at.in->op == OP_index && (!k || record.i || (k->kind != KONST_INT && k->kind != KONST_ZERO)))
			return;
		else if (at.in->op == OP_index && k->kind == KONST_INT)
			offset += (int64_t)k->lo * (int64_t)((uint64_t)b->word.at[at.in->word + 1] << 32 | b->word.at[at.in->word]);
	}
	if (record.i)
		enter_element(x, record, offset, ref_symbol(x->b->p, peel_base(b, body_arg(b, store, 1), PEEL_CASTS), &(int64_t){ 0 }));
}

static void enter_elements(struct annotate *x)
{
	const struct program *p = x->b->p;
	struct body b = { 0 };

	for (uint32_t i = 1; i < p->sym.n; i++)
		for (uint32_t k = 0; p->sym.at[i].kind == SYM_VARIABLE && p->sym.at[i].type.i && k < p->sym.at[i].nrelocs; k++) {
			const struct reloc *reloc = &p->reloc.at[p->sym.at[i].reloc + k];
			enter_element(x, p->sym.at[i].type, (int64_t)reloc->offset, sym_behind_alias(p, reloc->sym));
		}
	for (uint32_t f = 1; f < p->fn.n; f++) {
		body_get(&x->scratch, p, (struct fn_id){ f }, &b);
		for (uint32_t i = 0; i < b.inst.n; i++)
			if (b.inst.at[i].op == OP_store)
				enter_stored(x, &b, &b.inst.at[i]);
	}
}

static int by_function(const void *a, const void *b)
{
	const struct points_calling *x = a, *y = b;

	if (x->fn.i != y->fn.i)
		return x->fn.i < y->fn.i ? -1 : 1;
	return (x->row > y->row) - (x->row < y->row);
}

static void find_entries(struct annotate *x)
{
	struct build *b = x->b;

	for (uint32_t i = 1; i < b->p->sym.n; i++)
		if (b->p->sym.at[i].kind == SYM_FUNCTION)
			add_entry(x, (struct sym_id){ i }, entry_of_function(b->r->models, program_str(b->p, b->p->sym.at[i].name)));
	if (entries_of_members(b->r->models)) {
		each_slot(x, enter_slot);
		enter_elements(x);
	}
	if (b->r->entry.n)
		qsort(b->r->entry.at, b->r->entry.n, sizeof *b->r->entry.at, by_function);
}

const struct points_calling *points_entries(const struct points *r, struct sym_id fn, uint32_t *n)
{
	uint32_t low = 0, high = r->entry.n, end;

	while (low < high) {
		uint32_t middle = (low + high) / 2;
		if (r->entry.at[middle].fn.i < fn.i)
			low = middle + 1;
		else
			high = middle;
	}
	for (end = low; end < r->entry.n && r->entry.at[end].fn.i == fn.i; end++)
		continue;
	*n = end - low;
	return r->entry.at + low;
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
	find_entries(&x);
	arena_release(&x.scratch);
}

bool points_is_guessed(const struct points *r, struct sym_id fn)
{
	const struct annotation *x = &r->annotated[fn.i];

	return x->how == ANNOTATED_NAME && model_string(r->models, x->row->name)[0] == '*';
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

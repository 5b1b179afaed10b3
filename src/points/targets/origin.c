/* Once all calls are linked, two more questions are asked of the flow (flow.c) about calls through pointers, for a program that
 * is whole (it has a main):
 *
 * Which tables? In c->ops->read(c), the flow says what is in the member `read` of any `struct ops`. But the pointer c->ops comes
 * from somewhere, too, and where all that may get there are variables whose members are only set by their initialisers, only what
 * stands in these is called:
 *
 *     static const struct ops raw = { raw_read }, tls = { tls_read };
 *     c->ops = &raw; d->below = &raw;                                      d->below->read(d): raw_read
 *
 * By inclusion, and with the members of record types apart, not by classes. A variable's members are only set by its initialiser
 * if it is constant; or if no instruction stores in a member of this name, no address of one is handed on, and records of this
 * type are not copied as a whole. What is left is asked of the code around the call (narrow.h).
 *
 * Is there anything? A call without targets reaches nothing (site.nothing) if the pointer is null or a number; if its function is
 * never called itself; if the classes of the pointer hold no function; or if no function flows there by name.
 *
 * Neither is known where something comes from that the flow has no edge for: results of functions outside, parameters of
 * functions that are called from outside, memory from outside, or given to functions outside, that is read without a name, and
 * members of records that functions outside know, because their declarations mention them. `misses`: what flow.c misses. */
#include <string.h>

#include "base/recogniser.h"
#include "base/stat.h"
#include "base/store/groups.h"
#include "points/targets/narrow.h"
#include "points/targets/round.h"

struct origins {
	struct round r;
	struct edges edges;
	uint8_t *opaque;      /* by node: enum opaque */
	struct map foreign;   /* flow_record: functions outside know it */
	bool *alive;          /* by function: may be called */
	bool *given, *theirs; /* by class: functions outside got its address; what is stored in such a class leads here */
	uint32_t *stamp, now; /* by node */
	VEC(uint32_t) todo;
	VEC(uint32_t) table;  /* found: variables */
	bool function;        /* found: a function */
	uint8_t unknown;      /* found: enum opaque */
	VEC(uint32_t) slot;   /* functions in the tables */
	VEC(uint32_t) out;    /* build.target: that are not called */
};

void origin_mark(struct build *b, uint32_t node, uint8_t opaque)
{
	if (node && node < b->nfirst)
		b->opaque.at[node] |= opaque;
}

void origin_replay(struct build *b, const struct inst *in, uint32_t node)
{
	switch (in->op) {
	case OP_alloca:
	case OP_field:
	case OP_index:
		origin_mark(b, node, OPAQUE_DATA);
		break;
	case OP_binary:
	case OP_asm:
	case OP_asm_goto:
	case OP_landing:
		origin_mark(b, node, OPAQUE_DATA | OPAQUE_ANY);
		break;
	default:
		break;
	}
}

/* ---- records that others know ---- */

struct types {
	const struct program *p;
	struct arena *arena;
	VEC(struct type_id) todo;
	struct map seen;
};

static void push_type(struct types *t, struct type_id id)
{
	const struct program *p = t->p;

	for (uint32_t depth = 0;; depth++) {
		const struct type *type;
		id = type_strip(p, id);
		type = program_type(p, id);
		if ((type->kind != TYPE_POINTER && type->kind != TYPE_ARRAY) || limit_full(LIMIT_points_pointers, depth))
			break;
		id = type->base;
	}
	if (!id.i || map_get(&t->seen, id.i))
		return;
	map_put(t->arena, &t->seen, id.i, 1);
	*vec_add(t->arena, &t->todo) = id;
}

static void push_members(struct types *t, const struct type *type)
{
	for (uint32_t k = 0; k < type->nfields; k++)
		push_type(t, t->p->field.at[type->field + k].type);
}

/* What is declared outside, and all records that can be reached from there; what a callback gets is not followed. */
void origin_foreign(struct build *b, struct arena *arena, struct map *foreign)
{
	struct types t = { .p = b->p, .arena = arena };

	for (uint32_t i = 1; i < b->p->sym.n; i++) {
		const struct sym *s = &b->p->sym.at[i];
		bool outside = s->kind == SYM_FUNCTION ? !s->fn.i : s->kind == SYM_VARIABLE && !(s->flags & SYM_DEFINED);
		const struct type *type = program_type(b->p, type_strip(b->p, s->type));
		if (!outside)
			continue;
		push_type(&t, type->kind == TYPE_FUNCTION ? type->base : s->type);
		if (type->kind == TYPE_FUNCTION)
			push_members(&t, type);
	}
	while (t.todo.n) {
		struct type_id id = t.todo.at[--t.todo.n];
		const struct type *type = program_type(b->p, id);
		if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION)
			continue;
		map_put(arena, foreign, flow_record(b, id), 1);
		push_members(&t, type);
	}
}

/* ---- functions that are called ---- */

static void push_alive(struct origins *o, struct fn_id fn)
{
	if (!fn.i || o->alive[fn.i])
		return;
	o->alive[fn.i] = true;
	*vec_add(&o->r.arena, &o->todo) = fn.i;
}

/* main; whatever has its address taken, or is named to the linker; and what models stand for. */
static void push_roots(struct origins *o)
{
	const struct build *b = o->r.b;

	for (uint32_t i = 1; i < b->p->sym.n; i++) {
		const struct sym *s = &b->p->sym.at[i];
		if (s->kind == SYM_FUNCTION &&
		    (b->sym[i].class || b->r->row[i] || !strcmp(program_str(b->p, s->name), b->r->main)))
			push_alive(o, s->fn);
		if (s->kind == SYM_IFUNC || s->kind == SYM_ALIAS)
			push_alive(o, program_sym(b->p, sym_behind_alias(b->p, s->target))->fn);
		for (uint32_t k = 0; s->kind == SYM_VARIABLE && k < s->nrelocs; k++)
			push_alive(o, program_sym(b->p, sym_behind_alias(b->p, b->p->reloc.at[s->reloc + k].sym))->fn);
	}
}

static void find_alive(struct origins *o)
{
	const struct build *b = o->r.b;
	uint32_t *first, *callee;
	struct groups g;

	o->alive = arena_array(&o->r.arena, b->p->fn.n, sizeof *o->alive);
	groups_begin(&g, b->p->fn.n);
	for (uint32_t i = 0; i < b->target.n; i++)
		groups_add(&g, b->r->site.at[b->target.at[i].site].caller.i, program_sym(b->p, b->target.at[i].sym)->fn.i);
	groups_end(&g, &o->r.arena, &first, &callee);
	push_roots(o);
	while (o->todo.n) {
		uint32_t f = o->todo.at[--o->todo.n];
		for (uint32_t k = first[f]; k < first[f + 1]; k++)
			push_alive(o, (struct fn_id){ callee[k] });
	}
}

/* ---- what is not known ---- */

/* Memory that functions outside were given: what is read there without a name, or by a name whose address is handed on, may be
 * theirs. */
static void find_given(struct origins *o)
{
	struct build *b = o->r.b;

	o->given = arena_array(&o->r.arena, (size_t)o->r.nclasses + 1, sizeof *o->given);
	o->theirs = arena_array(&o->r.arena, (size_t)o->r.nclasses + 1, sizeof *o->theirs);
	for (uint32_t i = 0; i < b->given.n; i++)
		o->given[solver_find(b->s, b->given.at[i]).class] = true;
	for (uint32_t c = 1; c < o->r.nclasses; c++)
		for (uint32_t k = 0; o->given[c] && k < b->s->node.at[c].n; k++)
			o->theirs[solver_find(b->s, b->s->node.at[c].entry[k].to).class] = true;
}

static bool may_be_theirs(struct origins *o, const struct flow_access *a)
{
	struct build *b = o->r.b;

	if (a->kind == READ_PLAIN || a->kind == READ_WORD)
		return o->given[solver_find(b->s, a->cell).class] || round_is_outside(&o->r, a->cell);
	return a->kind == READ_TYPED && map_get(&b->open, a->location) && o->given[solver_find(b->s, a->cell).class];
}

static void find_opaque(struct origins *o)
{
	struct build *b = o->r.b;

	find_given(o);
	o->opaque = arena_array(&o->r.arena, (size_t)o->r.nodes + (size_t)o->r.ncells * CELL_NODES + 1, sizeof *o->opaque);
	memcpy(o->opaque, b->opaque.at, b->nfirst);
	o->opaque[b->unknown] = OPAQUE_DATA | OPAQUE_ANY;
	for (uint32_t f = 1; f < b->p->fn.n; f++) {
		const struct fn_info *info = &b->info[f];
		const struct sym *s = program_sym(b->p, program_fn(b->p, (struct fn_id){ f })->sym);
		bool outside = o->alive[f] && (!info->called || info->handed || !strcmp(program_str(b->p, s->name), b->r->main));
		for (uint32_t k = 0; outside && k < info->nparams; k++)
			o->opaque[b->r->instance.at[f].value + 1 + k] |=
				OPAQUE_DATA | (k < 64 && info->given >> k & 1 ? 0 : OPAQUE_ANY);
	}
	for (uint32_t i = 0; i < b->access.n; i++) {
		const struct flow_access *a = &b->access.at[i];
		if (a->node < o->r.nodes && may_be_theirs(o, a))
			o->opaque[a->node] |= OPAQUE_DATA | OPAQUE_ANY;
	}
}

/* ---- the search ---- */

static void visit(struct origins *o, uint32_t node)
{
	if (o->stamp[node] == o->now)
		return;
	o->stamp[node] = o->now;
	*vec_add(&o->r.arena, &o->todo) = node;
}

static bool is_foreign(const struct origins *o, uint32_t node)
{
	uint32_t holder = node < o->r.nodes ? flow_holder(o->r.b, node) : 0; /* behind: cells */

	return holder && (holder == FLOW_SYM || map_get(&o->foreign, holder));
}

static void look_at(struct origins *o, uint32_t node)
{
	uint32_t variable = node < o->r.b->nfirst ? 0 : map_get(&o->r.b->variable_of, node);

	o->unknown |= o->opaque[node];
	if (variable)
		*vec_add(&o->r.arena, &o->table) = variable;
	else if (node >= o->r.b->nfirst && is_foreign(o, node))
		o->unknown |= OPAQUE_DATA | OPAQUE_ANY;
	for (uint32_t k = o->edges.first[node]; k < o->edges.first[node + 1]; k++) {
		uint32_t from = o->edges.in[k];
		if (from != ANY_NAME && !(from & FLOW_SYM))
			visit(o, from);
		o->function |= (from & FLOW_SYM) != 0;
	}
}

/* All that may get to a node; `stop`: what need not be known any more. False: there is too much. */
static bool search_from(struct origins *o, uint32_t node, uint8_t stop)
{
	uint32_t looked = 0;

	o->now++;
	o->todo.n = o->table.n = 0;
	o->function = false;
	o->unknown = 0;
	visit(o, node);
	while (o->todo.n && !(o->unknown & stop) && !limit_full(LIMIT_points_origins, looked++))
		look_at(o, o->todo.at[--o->todo.n]);
	return !o->todo.n && !(o->unknown & stop);
}

/* ---- tables ---- */

/* The function that stands in a variable; none: null. */
static struct sym_id function_in(const struct program *p, const struct sym *s, int64_t offset)
{
	for (uint32_t k = 0; k < s->nrelocs; k++) {
		const struct reloc *reloc = &p->reloc.at[s->reloc + k];
		if (reloc->kind == RELOC_ADDRESS && (int64_t)reloc->offset == offset)
			return sym_behind_alias(p, reloc->sym);
	}
	return (struct sym_id){ 0 };
}

static bool is_table(struct origins *o, const struct pending_call *c, const struct sym *s)
{
	struct build *b = o->r.b;
	struct type_id type = type_strip(b->p, s->type);

	if (program_type(b->p, type)->kind != TYPE_STRUCT || flow_record(b, type) != c->record || !(s->flags & SYM_DEFINED))
		return false;
	return s->flags & SYM_CONSTANT ||
	       (!map_get(&b->stored, c->slot_at) && !map_get(&b->open, c->slot_at) && !map_get(&b->copied, c->record));
}

/* The functions of all tables that get to a call. False: that is not known. */
static bool find_slots(struct origins *o, const struct pending_call *c)
{
	const struct program *p = o->r.b->p;

	o->slot.n = 0;
	if (!c->base || !c->slot_at || c->row || map_get(&o->foreign, c->record) || !search_from(o, c->base, OPAQUE_DATA) ||
	    o->function)
		return false;
	for (uint32_t i = 0; i < o->table.n; i++) {
		const struct sym *s = program_sym(p, (struct sym_id){ o->table.at[i] });
		struct sym_id sym;
		if (!is_table(o, c, s))
			return false;
		sym = function_in(p, s, c->slot);
		if (sym.i)
			*vec_add(&o->r.arena, &o->slot) = sym.i;
	}
	return o->slot.n > 0;
}

static bool in_slots(const struct origins *o, struct sym_id sym)
{
	for (uint32_t i = 0; i < o->slot.n; i++)
		if (o->slot.at[i] == sym.i)
			return true;
	return false;
}

/* ---- fewer targets ---- */

/* What is needed to narrow calls, one after the other. */
struct narrowing {
	struct origins *o;
	uint32_t *first, *next; /* the targets of a site in build.target, + 1 */
	struct around around;
	struct rows *rows;
	struct effective *effective; /* NULL: types do not tell */
};

static bool is_ruled_out(struct narrowing *n, enum narrowed by, struct sym_id sym)
{
	switch (by) {
	case NARROWED_TABLES:
		return !in_slots(n->o, sym);
	case NARROWED_ROWS:
		return rows_rule_out(n->rows, &n->around, sym);
	default:
		return effective_rules_out(n->effective, &n->around, sym);
	}
}

static uint32_t count_left(const struct narrowing *n, uint32_t site)
{
	uint32_t left = 0;

	for (uint32_t i = n->first[site]; i; i = n->next[i - 1])
		left += n->o->r.b->target.at[i - 1].site != 0;
	return left;
}

/* Targets that are ruled out are marked by site 0 and dropped; if all are, nothing was understood, and they stay. */
static void narrow_by(struct narrowing *n, const struct pending_call *c, enum narrowed by)
{
	static const enum recogniser part[] = { [NARROWED_TABLES] = RECOGNISER_points_tables, [NARROWED_ROWS] = RECOGNISER_points_rows,
						[NARROWED_TYPES] = RECOGNISER_points_types };
	struct build *b = n->o->r.b;
	uint32_t out = 0, left = 0;

	if (!recogniser_is_on(part[by]))
		return;
	n->o->out.n = 0;
	for (uint32_t i = n->first[c->site]; i; i = n->next[i - 1]) {
		if (!b->target.at[i - 1].site)
			continue;
		if (is_ruled_out(n, by, b->target.at[i - 1].sym))
			*vec_add(&n->o->r.arena, &n->o->out) = i - 1, out++;
		else
			left++;
	}
	for (uint32_t i = 0; i < out && left; i++)
		b->target.at[n->o->out.at[i]].site = 0;
	if (!out || !left)
		return;
	b->r->site.at[c->site].narrowed |= (uint8_t)(1 << by);
	recogniser_count(part[by]);
}

static void narrow_call(struct narrowing *n, const struct pending_call *c)
{
	struct build *b = n->o->r.b;
	struct fn_id fn = b->r->instance.at[c->instance].fn;

	if (count_left(n, c->site) < 2 || c->row || c->instance != fn.i)
		return;
	limit_in(fn.i);
	if (c->base && find_slots(n->o, c))
		narrow_by(n, c, NARROWED_TABLES);
	if (count_left(n, c->site) < 2)
		return;
	around_function(&n->around, fn);
	around_call(&n->around, c);
	if (c->base)
		narrow_by(n, c, NARROWED_ROWS);
	if (n->effective && count_left(n, c->site) > 1)
		narrow_by(n, c, NARROWED_TYPES);
}

static void narrow_all(struct origins *o)
{
	struct build *b = o->r.b;
	struct narrowing n = { .o = o };
	struct arena bodies;
	uint32_t kept = 0;

	arena_init(&bodies, "points.around");
	n.first = arena_array(&o->r.arena, (size_t)b->r->site.n + 1, sizeof *n.first);
	n.next = arena_array(&o->r.arena, (size_t)b->target.n + 1, sizeof *n.next);
	n.around = (struct around){ .b = b, .arena = &bodies };
	for (uint32_t i = 0; i < b->target.n; i++) {
		n.next[i] = n.first[b->target.at[i].site];
		n.first[b->target.at[i].site] = i + 1;
	}
	n.rows = rows_open(b, &o->r.arena, &o->foreign, n.first, n.next);
	n.effective = b->strict ? effective_open(b, &o->r.arena) : NULL;
	for (uint32_t i = 0; i < b->call.n; i++)
		if (b->call.at[i].site)
			narrow_call(&n, &b->call.at[i]);
	for (uint32_t i = 0; i < b->target.n; i++)
		if (b->target.at[i].site)
			b->target.at[kept++] = b->target.at[i];
	b->target.n = kept;
	rows_close(n.rows);
	arena_release(&bodies);
}

/* ---- nothing ---- */

/* By classes: the pointer, and the memory that it was loaded from, are this program's own, and no function is there. */
static bool is_class_empty(struct origins *o, const struct pending_call *c)
{
	struct cell fn = solver_find(o->r.b->s, c->fn);

	if (!fn.class || fn.class >= o->r.nclasses || o->r.first_fn[fn.class] != o->r.first_fn[fn.class + 1])
		return false;
	return !o->theirs[fn.class] && !round_is_outside(&o->r, fn) && !round_is_outside(&o->r, c->at);
}

static bool reaches_nothing(struct origins *o, const struct pending_call *c)
{
	if (c->node & FLOW_SYM)
		return false;
	return is_class_empty(o, c) || (c->node && c->node < o->r.nodes && search_from(o, c->node, OPAQUE_ANY) && !o->function);
}

/* A site reaches nothing if that is so in all instances. */
static void find_nothing(struct origins *o)
{
	struct build *b = o->r.b;
	enum { OPEN, EMPTY, OTHER };
	uint8_t *state = arena_array(&o->r.arena, (size_t)b->r->site.n + 1, sizeof *state);

	for (uint32_t i = 0; i < b->target.n; i++)
		state[b->target.at[i].site] = OTHER;
	for (uint32_t i = 0; i < b->call.n; i++) {
		const struct pending_call *c = &b->call.at[i];
		if (c->site && state[c->site] != OTHER && !b->r->site.at[c->site].nothing)
			state[c->site] = !o->alive[b->r->site.at[c->site].caller.i] || reaches_nothing(o, c) ? EMPTY : OTHER;
	}
	for (uint32_t i = 1; i < b->r->site.n; i++)
		b->r->site.at[i].nothing |= state[i] == EMPTY;
}

void origin_narrow(struct build *b)
{
	struct origins o = { 0 };

	if (!b->r->main)
		return;
	stat_phase("calls");
	round_open(&o.r, b, true);
	origin_foreign(b, &o.r.arena, &o.foreign);
	find_alive(&o);
	find_opaque(&o);
	o.edges = round_edges(&o.r, true);
	o.stamp = arena_array(&o.r.arena, (size_t)o.r.nodes + (size_t)o.r.ncells * CELL_NODES + 1, sizeof *o.stamp);
	find_nothing(&o);
	narrow_all(&o);
	round_close(&o.r);
	stat_phase("points");
}

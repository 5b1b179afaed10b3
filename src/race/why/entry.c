/* What others see to when they call functions from outside (code/entry.h): pairs of calls that they never make at the same time.
 *
 *     struct ops.attach    entry  @setup        two attaches are never at once
 *     struct ops.close     entry  *1 alone      nobody else has that file any more
 *     struct ops.open      entry  *1 alone part ... nor what it keeps for itself (use_kept_by)
 *
 * What a row says of the function that a thread begins with holds for all that is done below it; `serial` holds below any
 * function of that name. That others keep to it is assumed, so it is no proof.
 *
 * misses  see code/entry.h; of arguments: memory that is found through a variable, which others may have found as well */
#include "race/build.h"

#include <string.h>

#include "code/entry.h"
#include "code/loop.h"

enum { RULES_MOST = 64 }; /* size of an array, and bits of a set: the most that limits.def allows */

/* Sets of rules: bits by their number. */
struct entries {
	uint32_t n;
	const struct model_row *row[RULES_MOST], *first[RULES_MOST]; /* the row, and the first one of its name */
	struct unit_id harness; /* stands for what is outside; none: there is no harness */
	uint64_t *held;  /* by context: on all ways there */
	uint64_t *asked; /* by context: rules of parts of a function that called it, on all ways there: they may hold further on */
	uint64_t *called, *serial; /* by fn: what holds below it if it is called from outside; in any case */
	struct map behind_at; /* function and rule to `behind`, + 1 */
	VEC(uint8_t *) behind;/* by block */
};

/* The rules of the set for parts of functions that hold at this instruction. */
static uint64_t behind_questions(struct races *r, struct fn_id fn, uint32_t inst, uint64_t asked)
{
	struct entries *e = r->entries;
	uint64_t held = 0;

	for (uint32_t k = 0; asked >> k && k < e->n; k++) {
		const struct body *b = asked >> k & 1 ? code_of(r, fn) : NULL;
		uint32_t *at = b ? map_at(r->arena, &e->behind_at, map_pair(fn.i, k)) : NULL;
		if (!b)
			continue;
		if (!*at) {
			*vec_add(r->arena, &e->behind) = entry_blocks(r->arena, r->p, r->points->models, b, e->first[k], e->row[k]);
			*at = e->behind.n;
		}
		held |= (uint64_t)e->behind.at[*at - 1][block_of_inst(b, inst)] << k;
	}
	return held;
}

/* ---- which rules there are ---- */

static struct unit_id harness_unit(const struct races *r)
{
	const char *main = r->points->main;

	for (uint32_t f = 1; main && !strcmp(main, "snag_harness") && f < r->p->fn.n; f++) {
		const struct fn *fn = program_fn(r->p, (struct fn_id){ f });
		if (!strcmp(program_str(r->p, program_sym(r->p, fn->sym)->name), main))
			return fn->unit;
	}
	return (struct unit_id){ 0 };
}

/* The number of a rule; RULES_MOST: there are too many. */
static uint32_t number_of(struct entries *e, const struct model_row *first, const struct model_row *row)
{
	for (uint32_t k = 0; k < e->n; k++)
		if (e->row[k] == row)
			return k;
	if (limit_full(LIMIT_race_rules, e->n))
		return RULES_MOST;
	e->first[e->n] = first;
	e->row[e->n] = row;
	return e->n++;
}

static void add_rules(struct races *r, const struct points_calling *c)
{
	struct entries *e = r->entries;
	struct fn_id fn = program_sym(r->p, c->fn)->fn;

	for (const struct model_row *row = fn.i ? c->row : NULL; row; row = row->next) {
		uint32_t k = number_of(e, c->row, row);
		if (k < RULES_MOST)
			(entry_always(row) ? e->serial : e->called)[fn.i] |= (uint64_t)1 << k;
	}
}

static uint64_t asking(const struct entries *e, uint64_t rules)
{
	uint64_t asking = 0;

	for (uint32_t k = 0; k < e->n; k++)
		asking |= (uint64_t)entry_asks(e->row[k]) << k;
	return rules & asking;
}

/* ---- what holds in a context ---- */

struct entry_flow {
	struct races *r;
	struct arena scratch;
	VEC(uint32_t) todo;
	bool *waiting, *reached;
};

static void enter(struct entry_flow *x, uint32_t context, uint64_t held, uint64_t asked)
{
	struct entries *e = x->r->entries;
	uint64_t h = x->reached[context] ? e->held[context] & held : held, a = x->reached[context] ? e->asked[context] & asked : asked;

	if (x->reached[context] && h == e->held[context] && a == e->asked[context])
		return;
	x->reached[context] = true;
	e->held[context] = h;
	e->asked[context] = a;
	if (!x->waiting[context])
		*vec_add(&x->scratch, &x->todo) = context;
	x->waiting[context] = true;
}

static struct fn_id fn_of(const struct races *r, uint32_t context)
{
	return r->contexts->context.at[context].fn;
}

static void begin_from_outside(struct entry_flow *x, uint32_t context)
{
	struct fn_id fn = fn_of(x->r, context);
	const struct entries *e = x->r->entries;
	uint64_t rules = e->called[fn.i];

	enter(x, context, (rules & ~asking(e, rules)) | e->serial[fn.i], asking(e, rules));
}

static void flow_calls(struct entry_flow *x, uint32_t context)
{
	struct races *r = x->r;
	const struct entries *e = r->entries;
	const struct context *c = &r->contexts->context.at[context];

	for (uint32_t i = c->edge; i < c->edge + c->nedges; i++) {
		const struct edge *edge = &r->contexts->edge.at[i];
		uint64_t rules = e->harness.i && program_fn(r->p, c->fn)->unit.i == e->harness.i ? e->called[fn_of(r, edge->to).i] : 0;
		if (!edge->root)
			enter(x, edge->to,
			      e->held[context] | behind_questions(r, c->fn, edge->inst, e->asked[context]) | (rules & ~asking(e, rules)) |
				      e->serial[fn_of(r, edge->to).i],
			      e->asked[context] | asking(e, rules));
	}
}

static void flow(struct races *r)
{
	struct entry_flow x = { .r = r };

	arena_init(&x.scratch, "race entry");
	x.waiting = arena_array(&x.scratch, r->contexts->context.n, sizeof *x.waiting);
	x.reached = arena_array(&x.scratch, r->contexts->context.n, sizeof *x.reached);
	for (uint32_t i = 1; i < r->contexts->root.n; i++)
		if (r->contexts->root.at[i].context)
			begin_from_outside(&x, r->contexts->root.at[i].context);
	for (uint32_t i = 1; i < r->contexts->edge.n; i++)
		if (r->contexts->edge.at[i].root)
			begin_from_outside(&x, r->contexts->edge.at[i].to);
	while (x.todo.n) {
		uint32_t context = x.todo.at[--x.todo.n];
		x.waiting[context] = false;
		flow_calls(&x, context);
	}
	arena_release(&x.scratch);
}

void entries_find(struct races *r)
{
	struct entries *e;

	if (!r->points->entry.n)
		return;
	e = r->entries = arena_new(r->arena, struct entries);
	e->harness = harness_unit(r);
	e->called = arena_array(r->arena, r->p->fn.n, sizeof *e->called);
	e->serial = arena_array(r->arena, r->p->fn.n, sizeof *e->serial);
	e->held = arena_array(r->arena, r->contexts->context.n, sizeof *e->held);
	e->asked = arena_array(r->arena, r->contexts->context.n, sizeof *e->asked);
	for (uint32_t i = 0; i < r->points->entry.n; i++)
		add_rules(r, &r->points->entry.at[i]);
	flow(r);
}

/* ---- pairs ---- */

/* On the way that the walk went, which may be one of several to where it ended. */
static uint64_t rules_at(struct races *r, struct place_of_use p)
{
	const struct entries *e = r->entries;
	const struct leaf *l = leaf_get(r, p.use, p.leaf);
	uint32_t inst = l->inst;
	uint64_t held = 0;

	for (uint32_t node = l->node; node;) {
		const struct visit *v = leaf_node(r, p.use, node);
		held |= e->held[v->context] | behind_questions(r, fn_of(r, v->context), inst, e->asked[v->context]);
		inst = v->inst;
		node = v->parent;
	}
	return held;
}

/* The argument of the function that the thread begins with which leads to the memory, from 1; 0: none. */
static uint32_t argument_of(const struct races *r, const struct use *u)
{
	const struct term *k = &r->term[u->at];

	for (uint32_t depth = 0; k->base && !limit_full(LIMIT_race_chain, depth); depth++)
		k = &r->term[k->base];
	return k->kind == TERM_PARAM ? k->b + 1 : 0;
}

/* The arguments that lead to the two uses, and that are of one object if the uses are: each is in what its argument points to, or
 * in a block that a member there holds and nothing else does (use_kept_by). */
static bool lead_alone(struct races *r, struct use a, struct use b, uint32_t *first, uint32_t *second)
{
	for (uint32_t depth = 0; !limit_full(LIMIT_race_chain, depth); depth++) {
		const struct term *x = &r->term[anchor_of(r->term, a.at).term], *y = &r->term[anchor_of(r->term, b.at).term];
		struct use c, d;
		struct cell s, t;
		*first = x->kind == TERM_PARAM ? x->b + 1 : 0;
		*second = y->kind == TERM_PARAM ? y->b + 1 : 0;
		if (*first || *second)
			return *first && *second;
		if (!use_kept_by(r, &a, &c, &s) || !use_kept_by(r, &b, &d, &t) || s.class != t.class || s.offset != t.offset)
			return false;
		a = c;
		b = d;
	}
	return false;
}

/* The arguments that lead to the two uses, from 1, as the row means it; false: not both have one. */
static bool arguments_of(struct races *r, const struct model_row *row, const struct use *a, const struct use *b, uint32_t *first,
			 uint32_t *second)
{
	if (row->flags & MODEL_PART)
		return lead_alone(r, *a, *b, first, second);
	*first = argument_of(r, a);
	*second = argument_of(r, b);
	return *first && *second;
}

static bool rows_exclude(struct races *r, const struct model_row *x, const struct use *a, const struct model_row *y,
			 const struct use *b)
{
	uint32_t first, second, one, other;

	if (entries_exclude(x, y))
		return true;
	return entries_exclude_object(x, y, &first, &second) && arguments_of(r, x, a, b, &one, &other) && one == first &&
	       other == second;
}

/* What the first of the two has for itself, by one of its rules; NULL: nothing. */
static const struct model_row *alone_with(struct races *r, uint64_t rules, const struct use *a, const struct use *b)
{
	for (uint32_t i = 0; i < r->entries->n; i++) {
		uint32_t argument = rules >> i & 1 ? entry_alone(r->entries->row[i]) : 0, first, second;
		if (argument && arguments_of(r, r->entries->row[i], a, b, &first, &second) && first == argument)
			return r->entries->row[i];
	}
	return NULL;
}

static const struct model_row *excluded_by(struct races *r, uint64_t x, const struct use *a, uint64_t y,
					  const struct use *b)
{
	const struct entries *e = r->entries;

	for (uint32_t i = 0; i < e->n; i++)
		for (uint32_t k = 0; x >> i & 1 && k < e->n; k++)
			if (y >> k & 1 && rows_exclude(r, e->row[i], a, e->row[k], b))
				return e->row[i];
	return NULL;
}

struct verdict prune_entry(struct races *r, struct place_of_use a, struct place_of_use b)
{
	const struct use *u = &r->use.at[a.use], *v = &r->use.at[b.use];
	const struct model_row *why;
	uint64_t x = r->entries ? rules_at(r, a) : 0, y = r->entries ? rules_at(r, b) : 0;

	if (!x && !y)
		return (struct verdict){ .prune = PRUNE_NOT };
	why = excluded_by(r, x, u, y, v);
	why = why ? why : alone_with(r, x, u, v);
	why = why ? why : alone_with(r, y, v, u);
	if (!why)
		return (struct verdict){ .prune = PRUNE_NOT };
	return (struct verdict){ .prune = PRUNE_ENTRY, .lock = (uint32_t)(why - r->points->models->row.at) };
}

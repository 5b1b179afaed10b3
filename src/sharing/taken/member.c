#include "sharing/taken/member.h"

#include <stdlib.h>

#include "code/loop.h"
#include "code/address.h"
#include "base/recogniser.h"
#include "ir/cfg.h"
#include "sharing/classes.h"
#include "sharing/entry.h"
#include "sharing/parts.h"
#include "sharing/summary.h"
#include "sharing/local/version.h"

enum { LINKS_MOST = 16 }; /* the most that limits.def allows */

/* What is known of a value: the variable, twice, + 1 if it is an object found from there and not the variable itself. */
enum { FACT_NONE = 0 };
#define FACT_UNSET UINT32_MAX /* nothing has come here yet; NULL */

/* An object of its own that has been linked to a structure. */
struct sharing_link {
	uint32_t root, structure, version, block;
};

/* One function, and one context of it at a time. */
struct sharing_look {
	struct sharing *s;
	struct arena *arena;
	struct body b;
	struct cfg cfg;
	uint32_t *block_of;        /* by instruction */
	struct versions version;
	uint32_t *fact;            /* by value */
	uint32_t context;
	uint32_t **param;          /* by context: facts of its parameters; NULL: none is known */
	bool *dirty;               /* by context */
	bool later;                /* one has to be looked at again */
	bool changed;
	uint32_t nlinks;
	struct sharing_link link[LINKS_MOST];
};

/* ---- structures ---- */

static uint32_t structure_of(const struct sharing *s, uint32_t sym)
{
	while (s->structure[sym] != sym)
		sym = s->structure[sym];
	return sym;
}

static bool unite(struct sharing *s, uint32_t a, uint32_t b)
{
	uint32_t x = structure_of(s, a), y = structure_of(s, b);

	if (x == y)
		return false;
	s->structure[x > y ? x : y] = x > y ? y : x;
	for (uint32_t k = a, next; k != structure_of(s, a); k = next) { /* shorter ways */
		next = s->structure[k];
		s->structure[k] = structure_of(s, a);
	}
	return true;
}

static uint32_t count_variables(const struct sharing *s, uint32_t class)
{
	uint32_t n, count = 0;
	const uint32_t *o;

	if (class > s->points->nclasses)
		return 1;
	o = points_objects(s->points, class, &n);
	for (uint32_t k = 0; k < n; k++)
		count += s->points->object.at[o[k]].kind == OBJECT_VARIABLE;
	return count;
}

static bool leads_to_itself(const struct sharing *s, uint32_t class)
{
	uint32_t n;
	const uint32_t *below = points_below(s->points, class, &n);

	for (uint32_t k = 0; k < n; k++)
		if (below[k] == class)
			return true;
	return false;
}

/* Linked objects, each pointer to which is stored at a place that we know, found from two variables at least. */
static bool is_linked(const struct sharing *s, uint32_t class)
{
	const struct holders *h = &s->holders[class];
	uint32_t variables = count_variables(s, class);

	if (!s->common[class] || h->n > HOLDERS_MOST || s->passed_on[class] || s->returned[class] || !leads_to_itself(s, class))
		return false;
	for (uint32_t i = 0; i < h->n; i++) {
		if (!h->cell[i].class || h->cell[i].offset == INT32_MIN)
			return false;
		variables += h->cell[i].class != class ? count_variables(s, h->cell[i].class) : 0;
	}
	return variables > 1;
}

static void unite_initialised(struct sharing *s)
{
	for (uint32_t v = 1; v < s->p->sym.n; v++) {
		const struct sym *sym = &s->p->sym.at[v];
		for (uint32_t k = sym->reloc; sym->kind == SYM_VARIABLE && k < sym->reloc + sym->nrelocs; k++) {
			struct sym_id to = sym_behind_alias(s->p, s->p->reloc.at[k].sym);
			if (s->linked[points_sym(s->points, to).class])
				(void)unite(s, sym_behind_alias(s->p, (struct sym_id){ v }).i, to.i);
		}
	}
}

void member_prepare(struct sharing *s)
{
	s->linked = arena_array(s->arena, classes_all(s) + 1, sizeof *s->linked);
	s->structured = arena_array(s->arena, classes_all(s) + 1, sizeof *s->structured);
	s->structure = arena_array(s->arena, s->p->sym.n, sizeof *s->structure);
	s->relied = arena_new(s->arena, bool);
	for (uint32_t v = 0; v < s->p->sym.n; v++)
		s->structure[v] = v;
	for (uint32_t c = 1; c <= s->points->nclasses; c++) {
		s->linked[c] = recogniser_is_on(RECOGNISER_sharing_member) && is_linked(s, c);
		s->any_linked |= s->linked[c];
		s->structured[c] |= s->linked[c];
		for (uint32_t i = 0; s->linked[c] && i < s->holders[c].n; i++)
			s->structured[s->holders[c].cell[i].class] = true;
	}
	unite_initialised(s);
}

/* The structure of all objects of a class; 0: not all are variables, or they are of several. */
static uint32_t class_structure(const struct sharing *s, uint32_t class)
{
	uint32_t n, only = 0;
	const uint32_t *o;

	if (class_variable(s, class).i)
		return structure_of(s, class_variable(s, class).i);
	o = points_objects(s->points, class, &n);
	for (uint32_t k = 0; k < n; k++) {
		const struct object *x = &s->points->object.at[o[k]];
		uint32_t key = x->kind == OBJECT_VARIABLE ? structure_of(s, x->sym.i) : 0;
		if (!key || (only && only != key))
			return 0;
		only = key;
	}
	return only;
}

bool member_is_apart(const struct sharing *s, uint32_t class, uint32_t taken_from, uint32_t holder)
{
	uint32_t n, from = s->linked[class] ? class_structure(s, taken_from) : 0;
	const uint32_t *o;

	if (!from)
		return false;
	if (class_variable(s, holder).i) {
		bool other = structure_of(s, class_variable(s, holder).i) != from;
		*s->relied |= other;
		return other;
	}
	o = points_objects(s->points, holder, &n);
	for (uint32_t k = 0; k < n; k++) {
		const struct object *x = &s->points->object.at[o[k]];
		if (x->kind != OBJECT_VARIABLE || structure_of(s, x->sym.i) == from)
			return false;
	}
	*s->relied |= n != 0;
	return n != 0;
}

/* ---- facts ---- */

static uint32_t meet(uint32_t a, uint32_t b)
{
	if (a == FACT_UNSET || a == b)
		return b;
	if (b == FACT_UNSET)
		return a;
	return a && b && a >> 1 == b >> 1 ? a | 1 : FACT_NONE;
}

static uint32_t fact_of(const struct sharing_look *x, struct ref r, uint32_t version)
{
	const struct program *p = x->s->p;
	struct sym_id sym = { ref_kind(r) == REF_SYM ? ref_index(r) : 0 };
	uint32_t class;

	if (ref_kind(r) == REF_VALUE) {
		uint32_t i = body_inst(&x->b, ref_index(r)), fact = x->fact[ref_index(r)];
		bool stale = fact != FACT_UNSET && fact & 1 && (i == UINT32_MAX ? VERSION_ENTRY : x->version.at[i]) != version;
		return stale ? FACT_NONE : fact;
	}
	if (ref_kind(r) == REF_KONST) {
		const struct konst *k = program_konst(p, (struct konst_id){ ref_index(r) });
		if (k->kind == KONST_NULL)
			return FACT_UNSET;
		sym.i = k->kind == KONST_ADDR ? k->sym.i : 0;
	}
	sym = sym.i ? sym_behind_alias(p, sym) : sym;
	if (!sym.i || program_sym(p, sym)->kind != SYM_VARIABLE)
		return FACT_NONE;
	/* what each thread has for itself, a thread-local cursor say, is no structure: stores to it are not looked at */
	class = points_sym(x->s->points, sym).class;
	return x->s->common[class ? class : x->s->points->nclasses + sym.i] ? sym.i << 1 : FACT_NONE;
}

/* A lock is held, or there is nobody else. */
static bool is_steady(const struct sharing_look *x, uint32_t inst)
{
	const struct contexts *c = x->s->contexts;
	uint32_t n, alone = 0;
	const uint32_t *t;

	(void)contexts_locks(c, contexts_held(c, x->context, inst), &n);
	if (n)
		return true;
	t = threads_of_context(x->s->threads, x->context, &n);
	for (uint32_t k = 0; k < n; k++)
		alone += threads_alone(x->s->threads, (struct spot){ t[k], x->context, inst });
	return n && alone == n;
}

static bool is_of_linked(const struct sharing_look *x, struct ref r)
{
	const struct sharing *s = x->s;

	for (uint32_t k = s->first_copy[x->context]; k < s->first_copy[x->context + 1]; k++)
		if (s->linked[cell_at(s, s->copy[k], r).class])
			return true;
	return false;
}

static uint32_t fact_of_load(const struct sharing_look *x, uint32_t i, uint32_t from)
{
	if (from == FACT_NONE || from == FACT_UNSET)
		return from;
	if (!is_of_linked(x, ref_make(REF_VALUE, body_value(&x->b, i))) || (!(from & 1) && !is_steady(x, i)))
		return FACT_NONE;
	return from | 1;
}

static uint32_t fact_made(const struct sharing_look *x, uint32_t i)
{
	const struct inst *in = &x->b.inst.at[i];
	uint32_t fact = FACT_UNSET;

	switch (in->op) {
	case OP_field:
	case OP_index:
	case OP_cast:
	case OP_copy:
		return fact_of(x, body_arg(&x->b, in, 0), x->version.at[i]);
	case OP_load:
		return fact_of_load(x, i, fact_of(x, body_arg(&x->b, in, 0), x->version.at[i]));
	case OP_phi:
		for (uint32_t k = 0; k < in->nargs; k++)
			fact = meet(fact, fact_of(x, body_arg(&x->b, in, k), x->version.out[x->b.word.at[in->word + k]]));
		return fact;
	case OP_select:
		return meet(fact_of(x, body_arg(&x->b, in, 1), x->version.at[i]),
			    fact_of(x, body_arg(&x->b, in, 2), x->version.at[i]));
	default:
		return FACT_NONE;
	}
}

static void find_facts(struct sharing_look *x)
{
	const uint32_t *param = x->param[x->context];
	bool changed = true;

	(void)limit_over(LIMIT_sharing_parameters, x->b.param.n);
	for (uint32_t v = 0; v < x->b.param.n + x->b.inst.n + 1; v++)
		x->fact[v] = v && v <= x->b.param.n ? (v <= limit(LIMIT_sharing_parameters) && param ? param[v - 1] : FACT_NONE) : FACT_UNSET;
	while (changed) {
		changed = false;
		for (uint32_t k = 0; k < x->cfg.nreached; k++) {
			const struct block *b = &x->b.block.at[x->cfg.order[k]];
			for (uint32_t i = b->inst; i < b->inst + b->ninsts; i++) {
				uint32_t *fact = &x->fact[body_value(&x->b, i)], now = meet(*fact, fact_made(x, i));
				changed |= now != *fact;
				*fact = now;
			}
		}
	}
}

/* ---- from context to context ---- */

static void pass_facts(struct sharing_look *x, const struct edge *e, bool known)
{
	const struct inst *in = known ? &x->b.inst.at[e->inst] : NULL;
	uint32_t *to = x->param[e->to];

	for (uint32_t k = 0; to && k < limit(LIMIT_sharing_parameters); k++) {
		bool follows = in && in->op == OP_call && e->kind == SITE_CALL && k + 1 < in->nargs;
		uint32_t now = meet(to[k], follows ? fact_of(x, body_arg(&x->b, in, k + 1), x->version.at[e->inst]) : FACT_NONE);
		x->later |= now != to[k];
		x->dirty[e->to] |= now != to[k];
		to[k] = now;
	}
}

static void look_at(struct sharing_look *x, uint32_t context)
{
	const struct context *c = &x->s->contexts->context.at[context];

	x->context = context;
	x->dirty[context] = false;
	find_facts(x);
	for (uint32_t e = c->edge; e < c->edge + c->nedges; e++)
		pass_facts(x, &x->s->contexts->edge.at[e], true);
}

static void read_function(struct sharing_look *x, uint32_t fn)
{
	x->b = (struct body){ 0 };
	body_get(x->arena, x->s->p, (struct fn_id){ fn }, &x->b);
	cfg_build(x->arena, &x->b, &x->cfg);
	x->block_of = blocks_of_insts(x->arena, &x->b);
	x->fact = arena_array(x->arena, x->b.param.n + x->b.inst.n + 1, sizeof *x->fact);
	versions_find(x->arena, x->s, &x->b, &x->cfg, &x->version);
}

/* ---- stores ---- */

/* One side of a store: the thread's own, or of a structure, or neither. */
struct sharing_side {
	bool own;
	uint32_t root, structure;
};

static struct sharing_side side_of(const struct sharing_look *x, uint32_t inst, struct ref r)
{
	struct sharing_side side = { .root = peel_value(&x->b, r, PEEL_ADDRESS) };
	uint32_t fact = fact_of(x, r, x->version.at[inst]);

	if (entry_owned(x->s, x->context, inst, r) != WHOSE_SHARED) {
		side.own = true;
		return side;
	}
	if (fact != FACT_UNSET && fact)
		side.structure = fact >> 1;
	for (uint32_t k = 0; k < x->nlinks && side.root && !side.structure; k++)
		if (x->link[k].root == side.root && x->link[k].version == x->version.at[inst] &&
		    cfg_dominates(&x->cfg, x->link[k].block, x->block_of[inst]))
			side.structure = x->link[k].structure;
	return side;
}

/* All that an own object is linked to in this function is one structure. False: there are too many of them. */
static bool note_link(struct sharing_look *x, uint32_t inst, uint32_t root, uint32_t structure)
{
	for (uint32_t k = 0; k < x->nlinks; k++)
		if (x->link[k].root == root)
			x->changed |= unite(x->s, structure, x->link[k].structure);
	if (!root || limit_full(LIMIT_sharing_links, x->nlinks))
		return false;
	x->link[x->nlinks++] = (struct sharing_link){ root, structure, x->version.at[inst], x->block_of[inst] };
	return true;
}

static bool is_orderly(struct sharing_look *x, uint32_t inst, struct ref address, struct ref value)
{
	struct sharing_side into = side_of(x, inst, address), what = side_of(x, inst, value);

	if (into.own && what.own)
		return into.root && into.root == what.root;
	if (into.own && what.structure)
		return note_link(x, inst, into.root, what.structure);
	if (what.own && into.structure)
		return note_link(x, inst, what.root, into.structure);
	if (into.structure && what.structure)
		x->changed |= unite(x->s, into.structure, what.structure);
	return into.structure && what.structure;
}

static void give_up(struct sharing_look *x, uint32_t class)
{
	x->changed = true;
	x->s->linked[class] = false;
}

static void check_store(struct sharing_look *x, uint32_t inst, struct ref address, struct ref value)
{
	const struct sharing *s = x->s;
	bool known = false, orderly = false;

	for (uint32_t k = s->first_copy[x->context]; k < s->first_copy[x->context + 1]; k++) {
		uint32_t into = cell_at(s, s->copy[k], address).class, what = cell_at(s, s->copy[k], value).class;
		if (!s->linked[what] || fact_of(x, value, x->version.at[inst]) == FACT_UNSET || !s->common[into])
			continue;
		if (!known)
			orderly = x->b.inst.at[inst].op == OP_store && is_orderly(x, inst, address, value);
		known = true;
		if (!orderly)
			give_up(x, what);
	}
}

/* Atomic operations by a function. */
static void check_call(struct sharing_look *x, uint32_t inst)
{
	const struct inst *in = &x->b.inst.at[inst];
	struct sym_id callee = body_callee(x->s->p, &x->b, in);
	const struct model_row *row = callee.i ? x->s->points->row[callee.i] : NULL;

	for (; row; row = row->next)
		for (uint32_t a = 1; event_is(row, EVENT_ATOMIC) && a < in->nargs; a++)
			for (uint32_t k = x->s->first_copy[x->context]; k < x->s->first_copy[x->context + 1]; k++) {
				uint32_t class = cell_at(x->s, x->s->copy[k], body_arg(&x->b, in, a)).class;
				if (x->s->linked[class])
					give_up(x, class);
			}
}

static void keep_keys(struct sharing_look *x, uint32_t inst)
{
	const struct inst *in = &x->b.inst.at[inst];
	uint32_t first, n;

	local_addresses(in, &first, &n);
	for (uint32_t k = first; k < first + n && in->op != OP_call; k++) {
		struct ref r = body_arg(&x->b, in, k);
		uint32_t fact = fact_of(x, r, x->version.at[inst]);
		if (fact && fact != FACT_UNSET && is_of_linked(x, r))
			*vec_add(x->s->arena, &x->s->member) = (struct indexed){ x->context, inst, r, fact >> 1 };
	}
}

static void check_context(struct sharing_look *x, uint32_t context)
{
	x->context = context;
	x->nlinks = 0;
	find_facts(x);
	for (uint32_t k = 0; k < x->cfg.nreached; k++) {
		const struct block *b = &x->b.block.at[x->cfg.order[k]];
		for (uint32_t i = b->inst; i < b->inst + b->ninsts; i++) {
			const struct inst *in = &x->b.inst.at[i];
			if (in->op == OP_store || in->op == OP_rmw || in->op == OP_cmpxchg)
				check_store(x, i, body_arg(&x->b, in, 0), body_arg(&x->b, in, in->op == OP_cmpxchg ? 2 : 1));
			else if (in->op == OP_call)
				check_call(x, i);
			keep_keys(x, i);
		}
	}
}

/* ---- all functions ---- */

/* Has it anything to do with linked objects, or with what leads to them? */
static bool matters(const struct sharing *s, struct arena *scratch, uint32_t fn)
{
	struct body b = { 0 };

	body_get(scratch, s->p, (struct fn_id){ fn }, &b);
	for (uint32_t x = s->points->first_instance[fn]; x < s->points->first_instance[fn + 1]; x++)
		for (uint32_t k = 0; k < b.arg.n; k++)
			if (s->structured[cell_at(s, x, b.arg.at[k]).class])
				return true;
	return false;
}

static void enter(struct sharing_look *x, const bool *relevant)
{
	const struct contexts *c = x->s->contexts;

	for (uint32_t k = 1; k < c->context.n; k++) {
		x->dirty[k] = relevant[c->context.at[k].fn.i];
		if (!x->dirty[k])
			continue;
		x->param[k] = arena_array(x->arena, limit(LIMIT_sharing_parameters), sizeof **x->param);
		for (uint32_t i = 0; i < limit(LIMIT_sharing_parameters); i++)
			x->param[k][i] = x->s->contexts->first_into[k] == x->s->contexts->first_into[k + 1] ? FACT_NONE : FACT_UNSET;
	}
	for (uint32_t r = 1; r < c->root.n; r++)
		for (uint32_t i = 0; i < limit(LIMIT_sharing_parameters) && x->param[c->root.at[r].context]; i++)
			x->param[c->root.at[r].context][i] = FACT_NONE;
	for (uint32_t e = 1; e < c->edge.n; e++)
		if (!relevant[c->context.at[c->edge.at[e].context].fn.i])
			pass_facts(x, &c->edge.at[e], false);
}

static void visit_function(struct sharing_look *x, uint32_t fn, void (*visit)(struct sharing_look *, uint32_t), bool all)
{
	const struct contexts *c = x->s->contexts;
	struct arena own, *outer = x->arena;
	bool any = all;

	for (uint32_t k = c->first_by_fn[fn]; k < c->first_by_fn[fn + 1]; k++)
		any |= x->dirty[c->by_fn[k]];
	if (!any)
		return;
	arena_init(&own, "sharing.member");
	x->arena = &own;
	read_function(x, fn);
	for (uint32_t k = c->first_by_fn[fn]; k < c->first_by_fn[fn + 1]; k++)
		if (all || x->dirty[c->by_fn[k]])
			visit(x, c->by_fn[k]);
	arena_release(&own);
	x->arena = outer;
}

/* Callers first; more rounds only for recursion, which is given up at some time. */
static void find_params(struct sharing_look *x, const struct parts *parts, const bool *relevant)
{
	bool late;

	x->later = true;
	for (uint32_t round = 0; x->later; round++) {
		x->later = false;
		for (uint32_t k = parts->scc.n; k-- > 0;)
			for (uint32_t i = parts->scc.first[k]; i < parts->scc.first[k + 1]; i++)
				if (relevant[parts->scc.node[i]])
					visit_function(x, parts->scc.node[i], look_at, false);
		late = limit_full(LIMIT_sharing_sweeps, round);
		for (uint32_t k = 1; late && k < x->s->contexts->context.n; k++)
			for (uint32_t i = 0; i < limit(LIMIT_sharing_parameters) && x->param[k]; i++)
				x->param[k][i] = FACT_NONE;
	}
}

bool member_run(struct sharing *s)
{
	struct arena scratch;
	struct sharing_look x = { .s = s, .arena = &scratch };
	struct parts parts;
	bool *relevant;

	s->member.n = 0;
	if (!s->any_linked)
		return false;
	arena_init(&scratch, "sharing.members");
	relevant = arena_array(&scratch, s->p->fn.n, sizeof *relevant);
	for (uint32_t f = 1; f < s->p->fn.n; f++) {
		struct arena own;
		arena_init(&own, "sharing.body");
		relevant[f] = matters(s, &own, f);
		arena_release(&own);
	}
	x.param = arena_array(&scratch, s->contexts->context.n, sizeof *x.param);
	x.dirty = arena_array(&scratch, s->contexts->context.n, sizeof *x.dirty);
	enter(&x, relevant);
	parts_find(&scratch, s->points, &parts);
	find_params(&x, &parts, relevant);
	for (uint32_t f = 1; f < s->p->fn.n; f++)
		if (relevant[f])
			visit_function(&x, f, check_context, true);
	if (s->member.n)
		qsort(s->member.at, s->member.n, sizeof *s->member.at, indexed_order);
	arena_release(&scratch);
	return x.changed;
}

uint32_t member_key(const struct sharing *s, struct spot at, struct ref address)
{
	struct indexed key = { .context = at.context, .inst = at.inst, .address = address }, *found;

	found = s->member.n ? bsearch(&key, s->member.at, s->member.n, sizeof key, indexed_order) : NULL;
	if (!found)
		return 0;
	for (uint32_t k = s->first_copy[at.context]; k < s->first_copy[at.context + 1]; k++)
		if (!s->linked[cell_at(s, s->copy[k], address).class])
			return 0;
	return structure_of(s, found->key);
}

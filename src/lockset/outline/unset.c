/* What is stored where, collected while bodies are read once, then spread over calls, callees first. */
#include "lockset/outline/unset.h"

#include "code/address.h"
#include "lockset/outline/outline.h"

enum { LEAST_KINDS = 3 };
#define VARIABLE (UINT32_C(1) << 31) /* in keys: a variable, not a type */

void unset_init(struct unset *u, struct outlines *o)
{
	const struct program *p = o->points->p;
	struct arena *a = o->arena;

	*u = (struct unset){ .arena = a, .outlines = o, .p = p };
	u->first_entry = arena_array(a, p->fn.n + 1u, sizeof *u->first_entry);
	u->asks = arena_array(a, p->fn.n + 1u, sizeof *u->asks);
	u->nentries = arena_array(a, p->fn.n + 1u, sizeof *u->nentries);
	u->first_pass = arena_array(a, p->fn.n + 2u, sizeof *u->first_pass);
}

static bool is_record(const struct program *p, struct type_id t)
{
	return t.i && (program_type(p, t)->kind == TYPE_STRUCT || program_type(p, t)->kind == TYPE_UNION);
}

static bool is_pointer(const struct program *p, struct type_id t)
{
	t = t.i ? type_strip(p, t) : t;
	return t.i && program_type(p, t)->kind == TYPE_POINTER;
}

/* ---- where addresses come from ---- */

static void leave_field(const struct program *p, const struct body *b, const struct inst *in, struct unset_origin *o)
{
	o->offset += (uint32_t)body_offset(b, in);
	if (is_record(p, type_strip(p, in->type))) {
		o->record = type_strip(p, in->type).i;
		o->at = o->offset;
	}
}

/* Behind a call that returns what it is given: the argument. False: it is another one. */
static bool leave_call(const struct unset *u, const struct body *b, const struct inst *call, struct ref *r)
{
	struct sym_id callee = body_callee(u->p, b, call);
	struct fn_id fn = callee.i ? program_sym(u->p, callee)->fn : (struct fn_id){ 0 };
	uint32_t name = fn.i && !u->outlines->points->row[callee.i] ? outlines_returned(u->outlines, fn) : 0;
	struct term x = term_get(&u->outlines->names->terms, name);

	if (x.kind != TERM_PARAM || x.b + 1 >= call->nargs)
		return false;
	*r = body_arg(b, call, x.b + 1);
	return true;
}

static struct unset_origin origin_of(const struct unset *u, const struct body *b, struct ref r)
{
	struct unset_origin o = { 0 };
	struct peel x = { .b = b, .r = r };
	int64_t offset = 0;

	while (peel_step(&x, PEEL_ADDRESS) ||
	       (x.in && x.in->op == OP_call && !limit_full(LIMIT_code_chain, x.n++) && leave_call(u, b, x.in, &x.r))) {
		if (x.in->op == OP_field && body_offset(b, x.in) < 0)
			return o; /* container_of(): the record that was found is the outer one */
		if (x.in->op == OP_field)
			leave_field(u->p, b, x.in, &o);
	}
	if (!x.in && ref_kind(x.r) == REF_VALUE)
		o.param = ref_index(x.r);
	o.sym = ref_symbol(u->p, x.r, &offset).i;
	o.offset += (uint32_t)offset;
	return o;
}

/* ---- what is set ---- */

/* Into the member of `*t` that the byte at `*at` (in bits) is in. False: it is in none. */
static bool go_inside(const struct unset *u, struct type_id *t, uint64_t *at)
{
	const struct type *x = program_type(u->p, *t);

	for (uint32_t i = 0; is_record(u->p, *t) && i < x->nfields; i++) {
		const struct field *f = &u->p->field.at[x->field + i];
		if (f->type.i && f->offset <= *at && *at - f->offset < program_type(u->p, type_strip(u->p, f->type))->size) {
			*t = type_strip(u->p, f->type);
			*at -= f->offset;
			return true;
		}
	}
	return false;
}

/* The records inside `record` that the byte is in: each has one kind of container more that sets the member. */
static void count_inside(struct unset *u, uint32_t record, uint32_t offset)
{
	struct type_id t = { record };
	uint64_t at = (uint64_t)offset * 8;

	for (uint32_t depth = 0; go_inside(u, &t, &at) && is_record(u->p, t) && !limit_full(LIMIT_lockset_nested, depth); depth++)
		++*map_at(u->arena, &u->kinds, map_pair(t.i, (uint32_t)(at / 8)));
}

/* Is some member around the byte copied into as a whole? `key`: the record or variable, of this type. */
static bool is_copied(const struct unset *u, uint32_t key, struct type_id t, uint32_t offset)
{
	uint64_t at = (uint64_t)offset * 8;

	for (uint32_t depth = 0; go_inside(u, &t, &at) && !limit_full(LIMIT_lockset_nested, depth); depth++)
		if (map_get(&u->whole, map_pair(key, offset - (uint32_t)(at / 8))))
			return true;
	return false;
}

static void mark_record(struct unset *u, uint32_t record, uint32_t offset)
{
	uint32_t *known = record ? map_at(u->arena, &u->set, map_pair(record, offset)) : NULL;

	if (known && !*known) {
		*known = 1;
		count_inside(u, record, offset);
	}
}

static void add_entry(struct unset *u, uint32_t fn, struct unset_entry x)
{
	for (uint32_t i = u->first_entry[fn]; i < u->first_entry[fn] + u->nentries[fn]; i++) {
		const struct unset_entry *y = &u->entry.at[i];
		if (y->param == x.param && (y->offset == UNSET_ALL || (y->offset == x.offset && y->whole >= x.whole)))
			return;
	}
	if (x.param > limit(LIMIT_lockset_parameters) ||
	    u->nentries[fn] >= limit(LIMIT_lockset_set) + limit(LIMIT_lockset_parameters))
		return;
	if (limit_full(LIMIT_lockset_set, u->nentries[fn]))
		x = (struct unset_entry){ x.param, UNSET_ALL, true };
	*vec_add(u->arena, &u->entry) = x;
	u->nentries[fn]++;
}

/* A function does this to what is at an address. */
static void mark(struct unset *u, uint32_t fn, const struct unset_origin *o, struct unset_entry x)
{
	uint32_t more = x.offset == UNSET_ALL ? 0 : x.offset;

	if (o->param)
		add_entry(u, fn, (struct unset_entry){ o->param, x.offset == UNSET_ALL ? UNSET_ALL : o->offset + more, x.whole });
	if (o->record && limit_over(LIMIT_lockset_parameters, o->param)) /* nobody will know of which container it was */
		++*map_at(u->arena, &u->strays, map_pair(o->record, o->at + more));
	if (o->sym)
		map_put(u->arena, x.whole ? &u->whole : &u->set, map_pair(o->sym | VARIABLE, o->offset + more), 1);
	if (!o->record)
		return;
	if (x.whole)
		map_put(u->arena, &u->whole, map_pair(o->record, o->at + more), 1);
	else
		mark_record(u, o->record, o->at + more);
}

void unset_begin(struct unset *u, struct fn_id fn)
{
	u->first_entry[fn.i] = u->entry.n;
	u->first_pass[fn.i] = u->pass.n;
}

void unset_store(struct unset *u, const struct body *b, uint32_t inst)
{
	const struct inst *in = &b->inst.at[inst];
	struct unset_origin o;

	if (in->op == OP_store && (!is_pointer(u->p, in->type) || program_is_null(u->p, body_arg(b, in, 1))))
		return;
	o = origin_of(u, b, body_arg(b, in, 0));
	mark(u, b->fn.i, &o, (struct unset_entry){ 0, 0, in->op != OP_store });
	if (in->op == OP_store && o.record && !o.param && !o.sym)
		++*map_at(u->arena, &u->strays, map_pair(o.record, o.at));
}

static void add_ask(struct unset *u, uint32_t fn, struct unset_ask x)
{
	uint32_t n = 0;

	for (uint32_t i = u->asks[fn]; i; i = u->ask.at[i - 1].next, n++)
		if (u->ask.at[i - 1].param == x.param && u->ask.at[i - 1].offset == x.offset)
			return;
	if (limit_full(LIMIT_lockset_asks, n))
		return;
	x.next = u->asks[fn];
	*vec_add(u->arena, &u->ask) = x;
	u->asks[fn] = u->ask.n;
}

void unset_compare(struct unset *u, const struct body *b, uint32_t inst)
{
	const struct inst *in = &b->inst.at[inst];
	bool first = program_is_null(u->p, body_arg(b, in, 0)), second = program_is_null(u->p, body_arg(b, in, 1));
	struct ref r = body_arg(b, in, first);
	uint32_t i = ref_kind(r) == REF_VALUE && (first || second) ? body_inst(b, ref_index(r)) : UINT32_MAX;
	struct unset_origin o = { 0 };

	if (i != UINT32_MAX && b->inst.at[i].op == OP_load)
		o = origin_of(u, b, body_arg(b, &b->inst.at[i], 0));
	if (o.param && o.record)
		add_ask(u, b->fn.i, (struct unset_ask){ o.param, o.offset, o.record, o.at, 0 });
}

void unset_call(struct unset *u, const struct body *b, uint32_t inst, struct fn_id target)
{
	const struct inst *call = &b->inst.at[inst];

	for (uint32_t k = 1; k < call->nargs && !limit_over(LIMIT_lockset_parameters, k); k++) {
		struct unset_pass x = { target.i, k, origin_of(u, b, body_arg(b, call, k)) };
		if (x.from.param || x.from.sym || x.from.record)
			*vec_add(u->arena, &u->pass) = x;
	}
}

/* ---- through calls ---- */

/* Entries of a function stand together: before the first one of its callees is added, they move to the end. */
static void move_entries(struct unset *u, uint32_t fn)
{
	uint32_t first = u->first_entry[fn];

	u->first_entry[fn] = u->entry.n;
	for (uint32_t i = 0; i < u->nentries[fn]; i++) {
		struct unset_entry e = u->entry.at[first + i]; /* the table may move */
		*vec_add(u->arena, &u->entry) = e;
	}
}

static void settle_function(struct unset *u, uint32_t fn)
{
	move_entries(u, fn);
	for (uint32_t i = u->first_pass[fn]; i < u->first_pass[fn + 1]; i++) {
		struct unset_pass x = u->pass.at[i];
		uint32_t first = u->first_entry[x.callee], n = u->nentries[x.callee];
		for (uint32_t k = 0; k < n; k++)
			if (u->entry.at[first + k].param == x.param)
				mark(u, fn, &x.from, u->entry.at[first + k]);
	}
}

/* Variables that begin with pointers in them. */
static void mark_initial(struct unset *u)
{
	for (uint32_t i = 1; i < u->p->sym.n; i++) {
		const struct sym *s = &u->p->sym.at[i];
		struct type_id t = s->kind == SYM_VARIABLE && s->nrelocs ? name_element(u->p, s->type) : (struct type_id){ 0 };
		uint64_t size = is_record(u->p, t) ? program_type(u->p, t)->size / 8 : 0;
		for (uint32_t k = s->reloc; size && k < s->reloc + s->nrelocs; k++) {
			uint32_t at = (uint32_t)(u->p->reloc.at[k].offset % size);
			if (!map_get(&u->set, map_pair(i | VARIABLE, at)))
				map_put(u->arena, &u->set, map_pair(i | VARIABLE, at), 2);
			mark_record(u, t.i, at);
		}
	}
}

/* Is there something to believe about this member at all? */
static bool is_believed(const struct unset *u, uint32_t record, uint32_t offset)
{
	uint32_t kinds = map_get(&u->kinds, map_pair(record, offset));

	return kinds >= LEAST_KINDS && kinds > map_get(&u->strays, map_pair(record, offset));
}

/* Of what functions ask for themselves, only that. */
static void choose_asks(struct unset *u)
{
	for (uint32_t f = 1; f < u->p->fn.n; f++)
		for (uint32_t *at = &u->asks[f]; *at;) {
			struct unset_ask *x = &u->ask.at[*at - 1];
			if (is_believed(u, x->record, x->at))
				at = &x->next;
			else
				*at = x->next;
		}
}

static bool spread_asks(struct unset *u, uint32_t fn)
{
	uint32_t before = u->ask.n;

	for (uint32_t i = u->first_pass[fn]; i < u->first_pass[fn + 1]; i++) {
		const struct unset_pass *x = &u->pass.at[i];
		for (uint32_t k = x->from.param ? u->asks[x->callee] : 0; k; k = u->ask.at[k - 1].next)
			if (u->ask.at[k - 1].param == x->param)
				add_ask(u, fn,
					(struct unset_ask){ x->from.param, x->from.offset + u->ask.at[k - 1].offset, 0, 0, 0 });
	}
	return u->ask.n > before;
}

static void settle_asks(struct unset *u, const struct scc *order)
{
	choose_asks(u);
	for (uint32_t c = 0; c < order->n; c++) {
		bool again = true;
		for (uint32_t round = 0; again && !limit_full(LIMIT_lockset_spread, round); round++) {
			again = false;
			for (uint32_t i = order->first[c]; i < order->first[c + 1]; i++)
				again |= order->node[i] && spread_asks(u, order->node[i]);
			again = again && order->first[c + 1] - order->first[c] > 1;
		}
	}
}

void unset_settle(struct unset *u, const struct scc *order)
{
	u->first_pass[u->p->fn.n] = u->pass.n;
	for (uint32_t c = 0; c < order->n; c++) {
		uint32_t members = order->first[c + 1] - order->first[c];
		/* what goes round twice is one offset too many */
		for (uint32_t round = 0; round < (members > 1 ? 2u : 1u); round++)
			for (uint32_t i = order->first[c]; i < order->first[c + 1]; i++)
				if (order->node[i])
					settle_function(u, order->node[i]);
	}
	mark_initial(u);
	settle_asks(u, order);
}

/* ---- questions ---- */

bool unset_in(const struct unset *u, uint32_t record, int64_t offset)
{
	return record && offset >= 0 && !map_get(&u->set, map_pair(record, (uint32_t)offset)) &&
	       !is_copied(u, record, (struct type_id){ record }, (uint32_t)offset);
}

bool unset_of(const struct unset *u, struct sym_id s, int64_t offset)
{
	struct type_id t = s.i ? name_element(u->p, program_sym(u->p, s)->type) : (struct type_id){ 0 };

	return is_record(u->p, t) && offset >= 0 && (program_sym(u->p, s)->flags & SYM_DEFINED) &&
	       !map_get(&u->set, map_pair(s.i | VARIABLE, (uint32_t)offset)) &&
	       !is_copied(u, s.i | VARIABLE, t, (uint32_t)offset);
}

/* Stores through pointers of which nobody knows where they lead, into such a member. */
static bool has_strays(const struct unset *u, struct type_id t, uint32_t offset)
{
	uint64_t at = (uint64_t)offset * 8;

	do {
		if (map_get(&u->strays, map_pair(t.i, (uint32_t)(at / 8))))
			return true;
	} while (go_inside(u, &t, &at) && is_record(u->p, t));
	return false;
}

bool unset_stays(const struct unset *u, struct sym_id s, int64_t offset)
{
	struct type_id t = s.i ? name_element(u->p, program_sym(u->p, s)->type) : (struct type_id){ 0 };
	uint64_t size = is_record(u->p, t) ? program_type(u->p, t)->size / 8 : 0;
	uint32_t at = size && offset >= 0 ? (uint32_t)((uint64_t)offset % size) : 0;

	return size && offset >= 0 && (program_sym(u->p, s)->flags & SYM_DEFINED) &&
	       map_get(&u->set, map_pair(s.i | VARIABLE, at)) == 2 && !map_get(&u->set, map_pair(s.i | VARIABLE, UNSET_ALL)) &&
	       !is_copied(u, s.i | VARIABLE, t, at) && !has_strays(u, t, at);
}

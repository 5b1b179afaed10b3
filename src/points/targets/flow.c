/* Where function pointers come from. Classes alone put all callbacks of a large program into few heaps; the flow keeps apart what
 * is stored in different members of different record types (and in different variables), whichever objects they are in:
 *
 *     fops.read = file_read          file_read -> (struct ops, 0)
 *     set(cb) { c->done = cb; }      argument -> parameter cb -> (struct conn, 24)
 *     c->done(c)                     goes backwards: (struct conn, 24) <- cb <- arguments of all calls of set
 *
 * A graph over values of functions (not of instances), members, variables, and cells of memory that classes say may hold
 * functions; edges are copies, stores, loads, arguments and results. Each cell has three nodes: P, what is stored there by plain
 * accesses, which name no member; T, the members and variables that are stored there by name; and R, what comes there in a struct
 * that is kept in registers.
 *
 *     store by name     value -> member -> T        load by name     member, R -> value; P too if the member's address is handed
 *                                                                    on
 *     plain store       value -> P                  plain load       P, T, R -> value; the members instead of T if all are known
 *                                                                    whose address the pointer may be (address.c)
 *                                                   copied word      P, R -> value, as in copies of memory: what has a name
 *                                                                    keeps it (integer.c)
 *
 * So the flow is sound as the classes are, with exceptions that are assumed not to happen: storing a function pointer by the name
 * of one record's member and loading it plainly through a pointer to the record, cast; and carrying a function in something that
 * C declares as a pointer to a record (shut_records), without which pools of blocks for all types would connect everything; and
 * adding a number that is no constant to a function. Loading by the name of another record's member is looked for where nothing
 * flows by name, and offsets mean something (loose edges, ANY_NAME).
 *
 * Who is called, in this order:
 *     METHOD_FIELD   what flows there, as far as it is in the pointer's class, or in any if the pointer may have been loaded
 *                    from memory of which nobody here knows what is in it; of that only what METHOD_TYPE would take, if there is
 *                    such
 *     METHOD_TYPE    where nothing flows by name: what was stored at the same bytes by another name; or, if memory on the way
 *                    was copied as a block, the functions of the pointer's class; of both, those that can take the call's
 *                    arguments: no more than there are, of the same machine types. Calling a function through another type is
 *                    undefined in C
 *     METHOD_POINTS  all functions of the class, where none fits
 *     METHOD_NONE    nothing: never assigned, or assigned outside of the program
 *
 * Classes come in only when nothing more can be found by the flow: a call whose pointer comes through another call that is not
 * yet linked would look as if nothing flowed there. */
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/store/groups.h"
#include "points/targets/round.h"


/* ---- building ---- */

void flow_edge(struct build *b, uint32_t from, uint32_t to)
{
	if (from && to && from != to)
		*vec_add(b->scratch, &b->edge) = (struct flow_edge){ from, to };
}

/* What stands for the tag of a record without one: the names and places of its members. So `struct { COMMON }` in two records is
 * one where a macro says what is common, and a pointer to one may be used as a pointer to the other. */
static uint64_t members_key(const struct program *p, const struct type *t)
{
	uint64_t key = 0;

	for (uint32_t i = 0; i < t->nfields; i++) {
		const struct field *f = &p->field.at[t->field + i];
		key = (key ^ map_pair(f->name.i, (uint32_t)f->offset)) * 0x9e3779b97f4a7c15u;
		key ^= key >> 29;
	}
	return key | (uint64_t)1 << 63;
}

/* The first of the types that are one record: two units may know different things of what its members point to, so their types
 * are two, but tag (or members, for one without) and size are equal. */
uint32_t flow_record(struct build *b, struct type_id record)
{
	const struct type *t = program_type(b->p, record);
	uint64_t key[4] = { t->kind, t->name.i ? t->name.i : members_key(b->p, t), t->size, t->nfields };
	uint32_t *at = map_at(b->scratch, &b->record, record.i), id;

	if (*at)
		return *at;
	id = intern_bytes(&b->records, key, sizeof key);
	while (b->record_type.n <= id)
		*vec_add(b->scratch, &b->record_type) = record;
	*map_at(b->scratch, &b->record, record.i) = id;
	return id;
}

static uint32_t location_of_key(struct build *b, uint64_t key, bool record_pointer)
{
	uint32_t *at = map_at(b->scratch, &b->location, key), node;

	if (*at)
		return *at;
	node = *at = b->nfirst + b->nlocations++;
	*vec_add(b->scratch, &b->location_key) = key;
	if (record_pointer)
		*vec_add(b->scratch, &b->record_pointer) = node;
	return node;
}

uint32_t flow_holder(const struct build *b, uint32_t location)
{
	uint64_t key = b->location_key.at[location - b->nfirst];
	struct sym_id variable = { (uint32_t)(key >> 32) & ~FLOW_SYM };

	if (!(key >> 63))
		return (uint32_t)(key >> 32);
	return program_sym(b->p, variable)->flags & SYM_DEFINED ? 0 : FLOW_SYM;
}

/* The address of a variable; `unknown` inside of it; 0 for strings, which hold no pointers. */
uint32_t flow_variable(struct build *b, struct sym_id sym, int64_t offset)
{
	uint32_t *at, node;

	if (program_sym(b->p, sym)->flags & SYM_UNNAMED && !program_sym(b->p, sym)->nrelocs)
		return 0;
	if (offset)
		return b->unknown;
	at = map_at(b->scratch, &b->variable, sym.i);
	if (*at)
		return *at;
	node = *at = flow_node(b);
	map_put(b->scratch, &b->variable_of, node, sym.i);
	return node;
}

/* Of members that hold no pointer there is nothing to tell. */
uint32_t flow_member(struct build *b, const struct layout *l)
{
	bool in_union = program_type(b->p, l->member.record)->kind == TYPE_UNION;

	if (!l->member.record.i || l->member.offset < 0 || l->member.offset > INT32_MAX)
		return 0;
	if (l->leaf.i && layout_carries(b->p, l->leaf) == CARRIES_NOTHING && !in_union)
		return 0;
	return location_of_key(b, map_pair(flow_record(b, l->member.record), (uint32_t)l->member.offset),
	                       !in_union && l->leaf.i && layout_is_record(b->p, l->leaf));
}

uint32_t flow_location(struct build *b, struct type_id type, struct sym_id variable, int64_t offset)
{
	struct layout l = layout_of(b->p, type, offset);

	if (l.member.record.i)
		return flow_member(b, &l);
	if (!variable.i || l.offset < 0 || l.offset > INT32_MAX || (l.leaf.i && layout_carries(b->p, l.leaf) == CARRIES_NOTHING))
		return 0;
	return location_of_key(b, map_pair(FLOW_SYM | variable.i, (uint32_t)l.offset),
			       l.leaf.i && layout_is_record(b->p, l.leaf));
}

uint32_t flow_node(struct build *b)
{
	*vec_add(b->scratch, &b->location_key) = 0;
	return b->nfirst + b->nlocations++;
}

void flow_access(struct build *b, enum access_kind kind, uint32_t node, struct cell at)
{
	if (node && at.class)
		*vec_add(b->scratch, &b->access) = (struct flow_access){ (uint8_t)kind, node, 0, at, 0 };
}

void flow_read(struct build *b, uint32_t location, uint32_t node, struct cell at)
{
	if (node && at.class)
		*vec_add(b->scratch, &b->access) =
			(struct flow_access){ location ? READ_TYPED : READ_PLAIN, node, location, at, 0 };
}

void flow_read_by(struct build *b, uint32_t pointer, uint32_t node, struct cell at)
{
	if (node && at.class)
		*vec_add(b->scratch, &b->access) = (struct flow_access){ READ_PLAIN, node, 0, at, pointer };
}

void flow_open(struct build *b, uint32_t location)
{
	if (location)
		map_put(b->scratch, &b->open, location, 1);
}

void flow_move(struct build *b, struct cell to, struct cell from)
{
	if (to.class && from.class)
		*vec_add(b->scratch, &b->move) = (struct cell_pair){ to, from };
}

/* ---- one round ---- */

static void index_functions(struct round *r)
{
	const struct build *b = r->b;
	struct groups g;

	groups_begin(&g, r->nclasses);
	for (uint32_t i = 1; i < b->r->object.n; i++)
		if (b->r->object.at[i].kind == OBJECT_FUNCTION)
			groups_add(&g, solver_find(b->s, b->r->object.at[i].cell).class, b->r->object.at[i].sym.i);
	groups_end(&g, &r->arena, &r->first_fn, &r->fn);
}

uint32_t round_cell(struct round *r, struct cell at)
{
	struct cell held = solver_peek(r->b->s, at);
	uint32_t *number;

	if (!held.class || (r->first_fn[held.class] == r->first_fn[held.class + 1] && !(r->tables && r->tables[held.class])))
		return 0;
	at = solver_find(r->b->s, at);
	number = map_at(&r->arena, &r->cell, map_pair(at.class, (uint32_t)at.offset));
	if (!*number)
		*number = ++r->ncells;
	return r->nodes + (*number - 1) * CELL_NODES;
}

void round_edge(struct round *r, uint32_t from, uint32_t to)
{
	if (from && to && from != to)
		*vec_add(&r->arena, &r->edge) = (struct flow_edge){ from, to };
}

static bool is_folded(const struct round *r, struct cell at)
{
	return r->b->s->node.at[solver_find(r->b->s, at).class].fold;
}

bool flow_is_parted(const struct build *b, uint32_t location)
{
	uint32_t holder = flow_holder(b, location);

	return !holder || holder == FLOW_SYM || map_get(&b->parted, holder) ||
	       program_type(b->p, b->record_type.at[holder])->size <= b->parted_size;
}

static void access_edges(struct round *r, const struct flow_access *a)
{
	uint32_t plain = round_cell(r, a->cell);

	if (!plain)
		return;
	switch (a->kind) {
	case READ_PLAIN:
		if (!address_is_asked(r, a))
			round_edge(r, plain + NODE_T, a->node);
		round_edge(r, plain + NODE_P, a->node);
		round_edge(r, plain + NODE_R, a->node);
		break;
	case READ_WORD:
		round_edge(r, plain + NODE_P, a->node);
		round_edge(r, plain + NODE_R, a->node);
		if (!is_folded(r, a->cell))
			round_edge(r, ANY_NAME, a->node);
		break;
	case READ_TYPED:
		if (!r->tables || flow_is_parted(r->b, a->location)) /* what is asked for functions does not depend on it */
			round_edge(r, plain + NODE_R, a->node);
		if (map_get(&r->b->open, a->location))
			round_edge(r, plain + NODE_P, a->node);
		if (!is_folded(r, a->cell))
			*vec_add(&r->arena, &r->loose) = (struct flow_edge){ plain + NODE_T, a->node };
		break;
	case WRITE_PLAIN:
		round_edge(r, a->node, plain);
		break;
	default:
		round_edge(r, a->node, plain + NODE_T);
	}
}

/* Copies of memory take plain contents along; what has a name keeps it. */
static void copy_edges(struct round *r, const struct copy *c)
{
	struct solver *s = r->b->s;
	struct cell from = solver_find(s, c->from);
	const struct node *n = &s->node.at[from.class];

	for (uint32_t k = 0; k < n->n; k++) {
		int64_t far = solver_distance(n, from.offset, n->entry[k].offset, c->len);
		uint32_t source, to;
		if (far < 0)
			continue;
		source = round_cell(r, (struct cell){ from.class, n->entry[k].offset });
		to = source ? round_cell(r, solver_at(s, c->to, far)) : 0;
		if (!to)
			continue;
		round_edge(r, source + NODE_P, to + NODE_P);
		round_edge(r, source + NODE_R, to + NODE_R);
		if (!n->fold && !is_folded(r, c->to))
			round_edge(r, ANY_NAME, to + NODE_R);
	}
}

static void cell_edges(struct round *r)
{
	const struct build *b = r->b;

	for (uint32_t i = 0; i < b->access.n; i++)
		access_edges(r, &b->access.at[i]);
	for (uint32_t i = 0; i < b->move.n; i++) {
		uint32_t to = round_cell(r, b->move.at[i].a), from = round_cell(r, b->move.at[i].b);
		for (uint32_t k = 0; from && to && k < CELL_NODES; k++)
			round_edge(r, from + k, to + NODE_R);
	}
	for (uint32_t i = 0; i < b->s->copy.n; i++)
		copy_edges(r, &b->s->copy.at[i]);
}

/* By instructions, or by memory that was copied as a block or through registers. */
static void find_written(struct round *r)
{
	struct build *b = r->b;
	size_t cells = (size_t)r->ncells + b->beside.n; /* looking for a cell may make it */
	bool *reached = arena_array(&r->arena, r->nodes + cells * CELL_NODES + 1, sizeof *reached);

	for (uint32_t i = 0; i < r->edge.n; i++)
		reached[r->edge.at[i].to] = true;
	for (uint32_t i = 0; i < b->beside.n; i++) {
		struct beside *x = &b->beside.at[i];
		uint32_t cell = x->location ? round_cell(r, x->at) : 0;
		bool open = map_get(&b->open, x->location);
		x->written = map_get(&b->stored, x->location) ||
			     (cell && (reached[cell + NODE_R] || (open && reached[cell + NODE_P])));
	}
}

static void count_edges(struct edges *e, const struct flow_edge *edge, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		e->first[edge[i].to + 1]++;
}

static void fill_edges(struct edges *e, uint32_t *fill, const struct flow_edge *edge, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		e->in[fill[edge[i].to]++] = edge[i].from;
}

struct edge_list {
	const struct flow_edge *at;
	uint32_t n;
};

/* Counting sort. */
static struct edges sort_edges(struct round *r, size_t nodes, const struct edge_list *list, uint32_t n)
{
	struct edges e = { arena_array(&r->arena, nodes + 2, sizeof *e.first), NULL };
	size_t all = 0;
	uint32_t *fill;

	for (uint32_t i = 0; i < n; all += list[i++].n)
		count_edges(&e, list[i].at, list[i].n);
	for (size_t i = 0; i <= nodes; i++)
		e.first[i + 1] += e.first[i];
	e.in = arena_array(&r->arena, all + 1, sizeof *e.in);
	fill = arena_array(&r->arena, nodes + 2, sizeof *fill);
	memcpy(fill, e.first, (nodes + 2) * sizeof *fill);
	for (uint32_t i = 0; i < n; i++)
		fill_edges(&e, fill, list[i].at, list[i].n);
	return e;
}

struct edges round_value_edges(struct round *r)
{
	const struct build *b = r->b;
	const struct edge_list list[] = { { b->edge.at, b->edge.n }, { b->table_edge.at, b->table_edge.n } };

	return sort_edges(r, r->nodes, list, 2);
}

struct edges round_edges(struct round *r, bool loose)
{
	const struct build *b = r->b;
	const struct edge_list list[] = { { b->edge.at, b->edge.n },
					  { r->edge.at, r->edge.n },
					  { b->table_edge.at, b->table_edge.n },
					  { r->loose.at, loose ? r->loose.n : 0 } };

	return sort_edges(r, (size_t)r->nodes + (size_t)r->ncells * CELL_NODES, list, 4);
}

static void shut_records(struct round *r)
{
	const struct build *b = r->b;

	r->seen = arena_array(&r->arena, (size_t)r->nodes + (size_t)r->ncells * CELL_NODES + 1, sizeof *r->seen);
	for (uint32_t i = 0; i < b->record_pointer.n; i++)
		r->seen[b->record_pointer.at[i]] = UINT32_MAX;
	for (uint32_t f = 1; f < b->p->fn.n; f++) {
		uint32_t value = b->r->instance.at[f].value;
		if (b->info[f].returns_record)
			r->seen[value] = UINT32_MAX;
		for (uint64_t k = 0; k < 64 && b->info[f].records >> k; k++)
			if (b->info[f].records >> k & 1)
				r->seen[value + 1 + k] = UINT32_MAX;
	}
}

static void push(struct round *r, uint32_t node)
{
	if (r->seen[node] == r->stamp || r->seen[node] == UINT32_MAX)
		return;
	r->seen[node] = r->stamp;
	*vec_add(&r->arena, &r->todo) = node;
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static void sort_found(struct round *r, struct answer *a)
{
	uint32_t kept = a->sym;

	if (r->found.n == a->sym)
		return;
	qsort(r->found.at + a->sym, r->found.n - a->sym, sizeof *r->found.at, by_number);
	for (uint32_t i = a->sym + 1; i < r->found.n; i++)
		if (r->found.at[i] != r->found.at[kept])
			r->found.at[++kept] = r->found.at[i];
	r->found.n = kept + 1;
	a->n = r->found.n - a->sym;
}

static void look(struct round *r, const struct edges *e, uint32_t at, struct answer *a)
{
	for (uint32_t k = e->first[at]; k < e->first[at + 1]; k++) {
		if (e->in[k] == ANY_NAME)
			a->renamed = true;
		else if (!(e->in[k] & FLOW_SYM))
			push(r, e->in[k]);
		else
			*vec_add(&r->arena, &r->found) = e->in[k] & ~FLOW_SYM;
	}
}

static struct answer ask(struct round *r, uint32_t node, bool loose)
{
	uint64_t key = map_pair(loose, node);
	uint32_t *known = map_at(&r->arena, &r->answer, key), looked = 0;
	struct answer a = { .sym = r->found.n };

	if (*known)
		return r->answers.at[*known - 1];
	if (loose && !r->any.first)
		r->any = round_edges(r, true);
	r->stamp++;
	r->todo.n = 0;
	push(r, node);
	while (r->todo.n && !a.too_many) {
		a.too_many = limit_over(LIMIT_points_flow, ++looked);
		look(r, loose ? &r->any : &r->strict, r->todo.at[--r->todo.n], &a);
	}
	sort_found(r, &a);
	*vec_add(&r->arena, &r->answers) = a;
	*map_at(&r->arena, &r->answer, key) = r->answers.n;
	return a;
}

/* ---- memory from outside ---- */

static void push_outside(struct round *r, struct cell c)
{
	c = solver_find(r->b->s, c);
	if (!c.class || c.class >= r->nclasses || r->outside[c.class])
		return;
	r->outside[c.class] = true;
	*vec_add(&r->arena, &r->todo) = c.class;
}

/* The linker makes these: if no section has the name, they are the ends of nothing. */
static bool is_section_end(const struct program *p, const struct sym *s)
{
	const char *name = program_str(p, s->name);

	return !strncmp(name, "__start_", 8) || !strncmp(name, "__stop_", 7);
}

/* What a function outside returned, variables of others, what functions get that nobody here calls; and all that can be reached
 * from there. */
static void find_outside(struct round *r)
{
	const struct build *b = r->b;

	r->outside = arena_array(&r->arena, (size_t)r->nclasses + 1, sizeof *r->outside);
	r->todo.n = 0;
	for (uint32_t i = 1; i < b->r->object.n; i++) {
		const struct object *o = &b->r->object.at[i];
		const struct sym *s = o->kind == OBJECT_VARIABLE ? program_sym(b->p, o->sym) : NULL;
		if (o->kind == OBJECT_OUTSIDE || (s && !(s->flags & SYM_DEFINED) && !is_section_end(b->p, s)))
			push_outside(r, o->cell);
	}
	for (uint32_t f = 1; f < b->p->fn.n; f++)
		for (uint32_t k = 0; !b->info[f].called && k < b->info[f].nparams; k++)
			if (k >= 64 || !(b->info[f].given >> k & 1))
				push_outside(r, b->r->value.at[b->r->instance.at[f].value + 1 + k]);
	while (r->todo.n) {
		const struct node *n = &b->s->node.at[r->todo.at[--r->todo.n]];
		for (uint32_t k = 0; k < n->n; k++)
			push_outside(r, n->entry[k].to);
	}
}

bool round_is_outside(struct round *r, struct cell at)
{
	at = solver_find(r->b->s, at);
	if (!r->outside)
		find_outside(r);
	return at.class && at.class < r->nclasses && r->outside[at.class];
}

/* ---- types ---- */

static const struct type *function_type(const struct program *p, struct type_id id)
{
	const struct type *t = program_type(p, type_strip(p, id));

	if (t->kind == TYPE_POINTER)
		t = program_type(p, type_strip(p, t->base));
	return t->kind == TYPE_FUNCTION ? t : NULL;
}

/* Could this function take what the call gives? Arguments too many hurt nobody, and programs rely on it. Structs travel in ways
 * that are not looked into: they fit anywhere. */
static bool fits(const struct build *b, const struct pending_call *c, struct sym_id sym)
{
	const struct type *has = function_type(b->p, program_sym(b->p, sym)->type);
	uint32_t kind;

	if (c->row || !has)
		return true;
	for (uint32_t k = 0; k < has->nfields; k++) {
		kind = layout_kind(b->p, b->p->field.at[has->field + k].type);
		if (!kind)
			return true;
		if (k < c->nargs && b->arg_kind.at[c->arg + k] && b->arg_kind.at[c->arg + k] != kind)
			return false;
	}
	if (has->nfields > c->nargs)
		return false;
	kind = layout_kind(b->p, has->base);
	return !kind || !c->result_kind || kind == c->result_kind ||
	       program_type(b->p, type_strip(b->p, has->base))->kind == TYPE_STRUCT;
}

/* ---- resolving ---- */

struct points_flow_choice {
	const uint32_t *sym;
	uint32_t n;
	uint8_t method;
	bool typed, anywhere; /* of these, only those that fit; also those of other classes */
};

static bool in_class(const struct build *b, const struct pending_call *c, uint32_t sym)
{
	struct cell at = solver_find(b->s, b->sym[sym]), fn = solver_find(b->s, c->fn);

	return at.class && at.class == fn.class && at.offset == fn.offset;
}

static bool is_chosen(const struct build *b, const struct pending_call *c, const struct points_flow_choice *x, uint32_t sym)
{
	return (x->anywhere || in_class(b, c, sym)) && (!x->typed || fits(b, c, (struct sym_id){ sym }));
}

static bool is_any_chosen(const struct build *b, const struct pending_call *c, const struct points_flow_choice *x)
{
	for (uint32_t i = 0; i < x->n; i++)
		if (is_chosen(b, c, x, x->sym[i]))
			return true;
	return false;
}

/* Only those that fit, if any does. False: nothing is left. */
static bool narrow(const struct build *b, const struct pending_call *c, struct points_flow_choice *x)
{
	x->typed = true;
	if (is_any_chosen(b, c, x))
		return true;
	x->typed = false;
	return is_any_chosen(b, c, x);
}

/* Functions of the class, if nothing flows to the call by name. */
static struct points_flow_choice choose_class(struct round *r, const struct pending_call *c)
{
	uint32_t class = solver_find(r->b->s, c->fn).class;
	struct points_flow_choice x;

	if (class >= r->nclasses) /* made in this round: there will be another one */
		return (struct points_flow_choice){ 0 };
	x = (struct points_flow_choice){ r->fn + r->first_fn[class], r->first_fn[class + 1] - r->first_fn[class], METHOD_POINTS, false,
			     false };
	if (!narrow(r->b, c, &x))
		return (struct points_flow_choice){ 0 };
	x.method = x.typed ? METHOD_TYPE : METHOD_POINTS;
	return x;
}

/* Where nothing flows to a call by name: what was stored at the same bytes by other names; the class, if blocks were copied on
 * the way; and last, if the pointer came from outside, where nobody knows what is in memory, whatever flows to this name in any
 * class. */
static struct points_flow_choice choose_weakly(struct round *r, const struct pending_call *c, const struct answer *strict)
{
	struct answer a = c->node ? ask(r, c->node, true) : (struct answer){ 0 };
	struct points_flow_choice x = { a.n ? r->found.at + a.sym : NULL, a.n, METHOD_TYPE, false, false };

	if (a.n && !a.too_many && narrow(r->b, c, &x))
		return x;
	if (!c->node || a.renamed || a.too_many)
		return choose_class(r, c);
	x = (struct points_flow_choice){ strict->n ? r->found.at + strict->sym : NULL, strict->n, METHOD_FIELD, false, true };
	return round_is_outside(r, c->at) && narrow(r->b, c, &x) ? x : (struct points_flow_choice){ 0 };
}

static struct points_flow_choice choose(struct round *r, const struct pending_call *c, bool all)
{
	uint32_t here = limit_in(r->b->r->instance.at[c->instance].fn.i);
	struct answer a = c->node ? ask(r, c->node, false) : (struct answer){ 0 };
	struct points_flow_choice x = { a.n ? r->found.at + a.sym : NULL, a.n, METHOD_FIELD, false, all && round_is_outside(r, c->at) };

	if (!a.n || a.too_many || !narrow(r->b, c, &x))
		x = all ? choose_weakly(r, c, &a) : (struct points_flow_choice){ 0 };
	limit_in(here);
	return x;
}

static bool link_call(struct build *b, uint32_t call, const struct points_flow_choice *x)
{
	bool more = false;

	for (uint32_t i = 0; i < x->n; i++) {
		uint32_t *linked;
		if (!is_chosen(b, &b->call.at[call], x, x->sym[i]))
			continue;
		linked = map_at(b->scratch, &b->linked, map_pair(call, x->sym[i]));
		if (*linked)
			continue;
		*linked = 1;
		call_link(b, call, (struct sym_id){ x->sym[i] });
		more = true;
	}
	return more;
}

/* A site's method is the weakest that any of its instances needed. */
static bool resolve_call(struct round *r, uint32_t call, bool all)
{
	struct build *b = r->b;
	const struct pending_call *c = &b->call.at[call];
	struct points_flow_choice x;
	bool more;

	if (c->node & FLOW_SYM)
		return false;
	x = choose(r, c, all);
	if (!x.n || !x.method)
		return false;
	more = link_call(b, call, &x);
	c = &b->call.at[call];
	if (c->site && b->r->site.at[c->site].method < x.method)
		b->r->site.at[c->site].method = x.method;
	return more;
}

static void index_tables(struct round *r)
{
	const struct build *b = r->b;

	r->tables = arena_array(&r->arena, (size_t)r->nclasses + 1, sizeof *r->tables);
	for (uint32_t i = 1; i < b->r->object.n; i++)
		if (b->r->object.at[i].kind == OBJECT_VARIABLE)
			r->tables[solver_find(b->s, b->r->object.at[i].cell).class] = true;
}

void round_open(struct round *r, struct build *b, bool tables)
{
	*r = (struct round){ .b = b, .nodes = b->nfirst + b->nlocations };
	arena_init(&r->arena, "points.round");
	r->nclasses = b->s->node.n;
	index_functions(r);
	if (tables)
		index_tables(r);
	cell_edges(r);
	find_written(r);
	table_edges(b);
	address_edges(r);
}

void round_close(struct round *r)
{
	arena_release(&r->arena);
}

bool flow_resolve(struct build *b, bool all)
{
	struct round r;
	uint32_t ncalls = b->call.n;
	bool more = false;

	round_open(&r, b, false);
	r.strict = round_edges(&r, false);
	shut_records(&r);
	for (uint32_t i = 0; i < ncalls; i++)
		more |= resolve_call(&r, i, all);
	round_close(&r);
	return more;
}

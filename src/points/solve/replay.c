/* The instructions of one instance of a function become unifications of cells; for the first instance also edges of the flow of
 * function pointers (flow.c).
 *
 * A register that holds a whole struct or array is a piece of memory of its own, which no pointer of the program leads to: its
 * value's cell is that memory, `extract` is a load from it and `insert` a store. Integers as wide as pointers are followed like
 * pointers through loads, stores, phis, calls; through arithmetic only where the function itself makes pointers of them or from
 * them. */
#include <string.h>

#include "base/diag.h"
#include "base/stat.h"
#include "points/build.h"

enum { PARTS = 64 }; /* the most that limits.def allows */

struct cell replay_get(struct replay *r, struct ref ref)
{
	struct cell *slot;
	const struct konst *k;

	switch (ref_kind(ref)) {
	case REF_VALUE:
		slot = &r->b->r->value.at[r->value + ref_index(ref)];
		if (!slot->class)
			*slot = solver_fresh(r->b->s);
		return *slot;
	case REF_SYM:
		return points_make_sym(r->b, (struct sym_id){ ref_index(ref) });
	case REF_KONST:
		k = program_konst(r->b->p, (struct konst_id){ ref_index(ref) });
		if (k->kind == KONST_ADDR)
			return points_make_address(r->b, k->sym, (int64_t)k->lo);
		return (struct cell){ 0 };
	default:
		return (struct cell){ 0 };
	}
}

static void define_value(struct replay *r, uint32_t value, struct cell c)
{
	struct cell *slot = &r->b->r->value.at[r->value + value];

	if (slot->class)
		solver_unify(r->b->s, *slot, c);
	else
		*slot = c;
}

void replay_define(struct replay *r, uint32_t inst, struct cell c)
{
	define_value(r, body_value(r->body, inst), c);
}

uint32_t replay_node(struct replay *r, struct ref ref)
{
	const struct konst *k;
	struct sym_id sym = { 0 };

	switch (ref_kind(ref)) {
	case REF_VALUE:
		return r->b->r->instance.at[r->body->fn.i].value + ref_index(ref);
	case REF_SYM:
		sym.i = ref_index(ref);
		break;
	case REF_KONST:
		k = program_konst(r->b->p, (struct konst_id){ ref_index(ref) });
		if (k->kind == KONST_ADDR)
			sym = k->sym;
		break;
	default:
		break;
	}
	if (!sym.i)
		return 0;
	sym = sym_behind_alias(r->b->p, sym);
	return program_sym(r->b->p, sym)->kind == SYM_FUNCTION ? FLOW_SYM | sym.i : 0;
}

uint32_t replay_from(struct replay *r, struct ref ref)
{
	uint32_t node = replay_node(r, ref);
	const struct konst *k = program_konst_of(r->b->p, ref);
	struct sym_id sym = { ref_kind(ref) == REF_SYM ? ref_index(ref) : k && k->kind == KONST_ADDR ? k->sym.i : 0 };

	if (node || !sym.i)
		return node;
	sym = sym_behind_alias(r->b->p, sym);
	return program_sym(r->b->p, sym)->kind == SYM_VARIABLE ? flow_variable(r->b, sym, k ? (int64_t)k->lo : 0) : r->b->unknown;
}

static uint32_t node_of(struct replay *r, uint32_t inst)
{
	return r->b->r->instance.at[r->body->fn.i].value + body_value(r->body, inst);
}

static void edge(struct replay *r, uint32_t from, uint32_t to)
{
	if (r->first)
		flow_edge(r->b, from, to);
}

static void move(struct replay *r, uint32_t inst, struct ref from)
{
	struct cell c = replay_get(r, from);

	edge(r, replay_from(r, from), node_of(r, inst));
	if (c.class)
		replay_define(r, inst, c);
}

bool replay_carries(const struct replay *r, struct ref ref)
{
	const struct inst *in;
	uint32_t i;

	if (ref_kind(ref) != REF_VALUE)
		return true;
	i = body_inst(r->body, ref_index(ref));
	if (i == UINT32_MAX)
		return r->body->param.at[ref_index(ref) - 1].by_value || r->body->param.at[ref_index(ref) - 1].result ||
		       layout_carries(r->b->p, r->body->param.at[ref_index(ref) - 1].type) != CARRIES_NOTHING;
	in = &r->body->inst.at[i];
	if (in->op == OP_field || in->op == OP_index || in->op == OP_alloca)
		return true;
	return layout_carries(r->b->p, in->type) != CARRIES_NOTHING;
}

/* ---- locations ---- */

/* The flow's node for what lives at an address; 0: not known. */
static uint32_t location_of(struct replay *r, struct ref ref)
{
	const struct konst *k;
	struct sym_id sym;
	int64_t offset = 0;

	switch (ref_kind(ref)) {
	case REF_VALUE:
		return r->location[ref_index(ref)];
	case REF_SYM:
		sym.i = ref_index(ref);
		break;
	case REF_KONST:
		k = program_konst(r->b->p, (struct konst_id){ ref_index(ref) });
		if (k->kind != KONST_ADDR)
			return 0;
		sym = k->sym;
		offset = (int64_t)k->lo;
		break;
	default:
		return 0;
	}
	sym = sym_behind_alias(r->b->p, sym);
	if (program_sym(r->b->p, sym)->kind != SYM_VARIABLE)
		return 0;
	return flow_location(r->b, program_sym(r->b->p, sym)->type, sym, offset);
}

static const struct layout *member_of(struct replay *r, const struct inst *in)
{
	uint32_t konst = in->nwords > 3 ? r->body->word.at[in->word + 3] : 0;
	struct layout *l = &r->b->member[konst];
	struct type_id record = konst ? declared_record(r, in) : in->type;

	if (record.i != in->type.i) {
		r->named = layout_of(r->b->p, record, body_offset(r->body, in));
		return &r->named;
	}
	if (konst && l->leaf.i == UINT32_MAX)
		*l = layout_of(r->b->p, in->type, body_offset(r->body, in));
	return konst ? l : NULL;
}

static void set_location(struct replay *r, uint32_t i)
{
	const struct inst *in = &r->body->inst.at[i];
	uint32_t v = body_value(r->body, i);
	const struct layout *l = in->op == OP_field ? member_of(r, in) : NULL;

	r->pointee[v] = declared_result(r, i, l);
	switch (in->op) {
	case OP_alloca:
		r->location[v] = flow_location(r->b, in->type, (struct sym_id){ 0 }, 0);
		break;
	case OP_field:
		r->location[v] = l ? flow_member(r->b, l) : 0;
		break;
	case OP_index:
	case OP_copy:
		r->location[v] = location_of(r, body_arg(r->body, in, 0));
		break;
	case OP_cast:
		if (in->sub == CAST_bitcast || in->sub == CAST_addrspace)
			r->location[v] = location_of(r, body_arg(r->body, in, 0));
		break;
	default:
		break;
	}
}

static bool uses_address(const struct inst *in, uint32_t k)
{
	switch (in->op) {
	case OP_load:
	case OP_store:
	case OP_rmw:
	case OP_cmpxchg:
	case OP_memset:
	case OP_field:
	case OP_index:
		return k == 0;
	case OP_copy:
	case OP_compare:
		return true;
	case OP_cast:
		return in->sub == CAST_bitcast || in->sub == CAST_addrspace;
	default:
		return false;
	}
}

/* Whether a reference is the address of a member or variable by itself, rather than of a record that begins there. */
static bool names_pointer(const struct replay *r, struct ref ref)
{
	const struct inst *in;
	const struct konst *k;
	struct sym_id sym = { 0 };

	if (ref_kind(ref) == REF_VALUE) {
		uint32_t i = body_inst(r->body, ref_index(ref));
		in = i == UINT32_MAX ? NULL : &r->body->inst.at[i];
		return in && in->op == OP_field && in->nwords > 2 && r->body->word.at[in->word + 2] <= 8;
	}
	if (ref_kind(ref) == REF_SYM)
		sym.i = ref_index(ref);
	if (ref_kind(ref) == REF_KONST && (k = program_konst(r->b->p, (struct konst_id){ ref_index(ref) }))->kind == KONST_ADDR)
		return layout_of(r->b->p, program_sym(r->b->p, k->sym)->type, (int64_t)k->lo).member.offset != 0;
	return sym.i && !layout_of(r->b->p, program_sym(r->b->p, sym)->type, 0).member.record.i;
}

/* The address of a pointer is handed on: who has it may store there without naming the member. */
static void open_locations(struct replay *r, const struct inst *in)
{
	for (uint32_t k = 0; k < in->nargs; k++) {
		struct ref ref = body_arg(r->body, in, k);
		bool used = uses_address(in, k);
		uint32_t location = ref_kind(ref) == REF_NONE || (used && in->op != OP_index) ? 0 : location_of(r, ref);
		if (!location || !names_pointer(r, ref))
			continue;
		address_replay(r, ref, location);
		if (!used)
			flow_open(r->b, location);
	}
}

/* ---- integers ---- */

static bool is_marked(struct replay *r, struct ref ref)
{
	return (ref_kind(ref) == REF_VALUE && r->marked[ref_index(ref)]) || replay_node(r, ref);
}

/* A constant moves the pointer, any other number is an index. Low bits that are masked out or set are tags; what is left of a
 * mask of low bits alone is no pointer. */
static void binary(struct replay *r, uint32_t i)
{
	const struct inst *in = &r->body->inst.at[i];
	struct ref a = body_arg(r->body, in, 0), b = body_arg(r->body, in, 1), first = a;
	int64_t k = 0;

	if (!integers_combine(in) || !r->marked[body_value(r->body, i)])
		return;
	if (in->sub != BINARY_sub && !is_marked(r, a)) {
		a = b;
		b = first;
	}
	if (in->sub == BINARY_sub && is_marked(r, b) && ref_kind(b) == REF_VALUE)
		return; /* the distance of two pointers */
	if (in->sub == BINARY_and && program_number(r->b->p, b, &k) && k >= 0 && k < 4096)
		return;
	if ((in->sub == BINARY_add || in->sub == BINARY_sub) && program_number(r->b->p, b, &k)) {
		replay_define(r, i, solver_at(r->b->s, replay_get(r, a), in->sub == BINARY_add ? k : -k));
		edge(r, replay_node(r, a), node_of(r, i));
		return;
	}
	if (in->sub == BINARY_add || in->sub == BINARY_sub) { /* into an object: no function */
		struct cell c = replay_get(r, a);
		if (c.class)
			replay_define(r, i, c);
		return;
	}
	for (uint32_t n = 0; n < (in->sub == BINARY_xor ? 2 : 1); n++)
		move(r, i, n ? b : a);
}

/* ---- memory ---- */

static void stack_object(struct replay *r, uint32_t i)
{
	struct object o = { .kind = OBJECT_STACK, .fn = r->body->fn, .inst = i, .instance = r->instance };

	replay_define(r, i, points_make_thing(r->b, o));
}

static void copy_parts(struct replay *r, struct type_id type, struct cell to, struct cell from)
{
	struct solver *s = r->b->s;
	int64_t offset[PARTS];
	uint32_t n = layout_parts(r->b->p, type, offset, limit(LIMIT_points_parts));

	for (uint32_t k = 0; k < n; k++) {
		struct cell x = solver_at(s, to, offset[k]), y = solver_at(s, from, offset[k]);
		solver_unify(s, solver_load(s, x), solver_load(s, y));
		flow_move(r->b, x, y);
	}
}

static void read_flow(struct replay *r, uint32_t i, struct ref at, struct cell address)
{
	uint32_t location = location_of(r, at);
	bool word = !location && r->body->inst.at[i].op == OP_load && integer_is_copied(r, i);

	for (uint32_t k = 0; k < r->equal.n; k++)
		if (r->equal.at[k].inst == i) {
			edge(r, replay_from(r, r->equal.at[k].is), node_of(r, i));
			return;
		}
	if (location)
		edge(r, location, node_of(r, i));
	if (word)
		flow_access(r->b, READ_WORD, node_of(r, i), address);
	else if (location)
		flow_read(r->b, location, node_of(r, i), address);
	else
		flow_read_by(r->b, replay_from(r, at), node_of(r, i), address);
}

static void load(struct replay *r, uint32_t i)
{
	const struct inst *in = &r->body->inst.at[i];
	struct ref at = body_arg(r->body, in, 0);
	enum carries carries = layout_carries(r->b->p, in->type);
	struct cell address = carries == CARRIES_NOTHING ? (struct cell){ 0 } : replay_get(r, at), parts;

	if (!address.class)
		return;
	if (carries == CARRIES_PARTS) {
		parts = solver_fresh(r->b->s);
		copy_parts(r, in->type, parts, address);
		replay_define(r, i, parts);
		return;
	}
	replay_define(r, i, solver_load(r->b->s, address));
	read_flow(r, i, at, address);
	if (r->first)
		declared_shut(r, i);
}

static void store_value(struct replay *r, uint32_t i, struct ref at, struct ref value)
{
	struct cell address = replay_get(r, at), c = replay_get(r, value);
	uint32_t location = location_of(r, at), node = replay_from(r, value);

	if (address.class && c.class)
		solver_unify(r->b->s, solver_load(r->b->s, address), c);
	if (!node || !address.class)
		return;
	flow_access(r->b, location ? WRITE_TYPED : WRITE_PLAIN, location ? location : node, address);
	if (!location)
		return;
	edge(r, node, location);
	if (!replay_node(r, value))
		return;
	map_put(r->b->scratch, &r->b->stored, location, 1);
	task_store(r->b, location, address, r->instance, i);
}

static void store(struct replay *r, uint32_t i)
{
	const struct inst *in = &r->body->inst.at[i];
	struct ref at = body_arg(r->body, in, 0), value = body_arg(r->body, in, 1);
	enum carries carries = layout_carries(r->b->p, in->type);
	struct cell c;

	if (carries == CARRIES_NOTHING)
		return;
	if (carries != CARRIES_PARTS) {
		store_value(r, i, at, value);
		return;
	}
	c = replay_get(r, value);
	if (r->first) {
		declared_copied(r, at);
		declared_parted(r, in, at);
	}
	if (!c.class)
		return;
	copy_parts(r, in->type, replay_get(r, at), c);
}

static void field(struct replay *r, uint32_t i)
{
	const struct inst *in = &r->body->inst.at[i];
	struct cell base = replay_get(r, body_arg(r->body, in, 0));
	const struct layout *l = member_of(r, in);

	if (base.class)
		replay_define(r, i, solver_at(r->b->s, base, l ? l->offset : body_offset(r->body, in)));
}

/* Whether the next use takes more than bytes from there. */
static bool is_wide(const struct replay *r, uint32_t i)
{
	uint32_t v = body_value(r->body, i);

	for (uint32_t k = i + 1; k < r->body->inst.n && k < i + 16; k++) {
		const struct inst *in = &r->body->inst.at[k];
		struct ref a = body_arg(r->body, in, 0);
		if (ref_kind(a) != REF_VALUE || ref_index(a) != v)
			continue;
		if (in->op == OP_field && in->nwords > 3 && r->body->word.at[in->word + 3])
			return true;
		return (in->op == OP_load || in->op == OP_store) &&
		       program_type(r->b->p, type_strip(r->b->p, in->type))->size > 8;
	}
	return false;
}

static void element_of(struct replay *r, uint32_t i)
{
	const struct inst *in = &r->body->inst.at[i];
	struct cell base = replay_get(r, body_arg(r->body, in, 0));
	int64_t k;

	if (base.class)
		replay_define(r, i, base);
	if (r->first && body_offset(r->body, in) == 1 && !program_number(r->b->p, body_arg(r->body, in, 1), &k) && is_wide(r, i))
		gap(byte_offset);
}

/* What is exchanged; of a compare and exchange the result also tells whether. */
static struct type_id exchanged_type(const struct replay *r, const struct inst *in)
{
	const struct type *t = program_type(r->b->p, type_strip(r->b->p, in->type));

	return in->op == OP_cmpxchg && t->kind == TYPE_STRUCT ? r->b->p->field.at[t->field].type : in->type;
}

/* Several pointers at once, as one wide number. */
static void exchange_parts(struct replay *r, uint32_t i, struct type_id type, struct cell address)
{
	const struct inst *in = &r->body->inst.at[i];
	struct ref at = body_arg(r->body, in, 0);
	struct cell parts = solver_fresh(r->b->s), stored = replay_get(r, body_arg(r->body, in, in->op == OP_rmw ? 1 : 2));

	copy_parts(r, type, parts, address);
	replay_define(r, i, parts);
	if (in->op == OP_rmw && in->sub != RMW_xchg)
		return;
	if (r->first) {
		declared_copied(r, at);
		declared_parted(r, in, at);
	}
	if (stored.class)
		copy_parts(r, type, address, stored);
}

static void exchange(struct replay *r, uint32_t i)
{
	const struct inst *in = &r->body->inst.at[i];
	struct type_id type = exchanged_type(r, in);
	enum carries carries = layout_carries(r->b->p, type);
	struct ref at = body_arg(r->body, in, 0);
	struct solver *s = r->b->s;
	struct cell address, parts;

	if (carries == CARRIES_NOTHING)
		return;
	address = replay_get(r, at);
	if (!address.class)
		return;
	if (carries == CARRIES_PARTS) {
		exchange_parts(r, i, type, address);
		return;
	}
	if (in->op == OP_rmw) {
		replay_define(r, i, solver_load(s, address));
		read_flow(r, i, at, address);
		if (in->sub == RMW_xchg)
			store_value(r, i, at, body_arg(r->body, in, 1));
		return;
	}
	parts = solver_fresh(s);
	solver_unify(s, solver_load(s, parts), solver_load(s, address));
	flow_move(r->b, parts, address);
	replay_define(r, i, parts);
	store_value(r, i, at, body_arg(r->body, in, 2));
}

static void copy_memory(struct replay *r, uint32_t i)
{
	const struct inst *in = &r->body->inst.at[i];
	int64_t len = SOLVER_ALL;

	if (!program_number(r->b->p, body_arg(r->body, in, 2), &len) || len < 0)
		len = SOLVER_ALL;
	if (r->first) {
		struct ref to = body_arg(r->body, in, 0), from = body_arg(r->body, in, 1);
		declared_copied(r, to);
		if (names_pointer(r, to))
			address_copy(r,
				     (struct address_copy){ location_of(r, to), names_pointer(r, from) ? location_of(r, from) : 0,
							    replay_from(r, from), replay_get(r, from) },
				     to);
	}
	if (len >= 8)
		solver_copy(r->b->s, replay_get(r, body_arg(r->body, in, 0)), replay_get(r, body_arg(r->body, in, 1)), len);
}

/* ---- values ---- */

static void part(struct replay *r, uint32_t i)
{
	const struct inst *in = &r->body->inst.at[i];
	struct ref from = body_arg(r->body, in, 0);
	enum carries carries = layout_carries(r->b->p, in->type);
	uint32_t source = body_inst_of(r->body, from);
	struct solver *s = r->b->s;
	int64_t offset;
	struct cell c;

	if (carries == CARRIES_NOTHING || source == UINT32_MAX)
		return;
	if (!layout_part(r->b->p, r->body->inst.at[source].type, r->body->word.at + in->word, in->nwords, &offset))
		return;
	c = solver_at(s, replay_get(r, from), offset);
	if (carries == CARRIES_PARTS) {
		replay_define(r, i, c);
		return;
	}
	replay_define(r, i, solver_load(s, c));
	flow_access(r->b, READ_PLAIN, node_of(r, i), c);
}

static void insert(struct replay *r, uint32_t i)
{
	const struct inst *in = &r->body->inst.at[i];
	struct cell whole = replay_get(r, body_arg(r->body, in, 0)), c = replay_get(r, body_arg(r->body, in, 1));
	struct solver *s = r->b->s;
	int64_t offset;

	if (!whole.class)
		whole = solver_fresh(s);
	replay_define(r, i, whole);
	if (!c.class || !layout_part(r->b->p, in->type, r->body->word.at + in->word, in->nwords, &offset))
		return;
	whole = solver_at(s, whole, offset);
	solver_unify(s, solver_load(s, whole), c);
	flow_access(r->b, WRITE_PLAIN, replay_from(r, body_arg(r->body, in, 1)), whole);
}

static void varargs(struct replay *r, uint32_t i)
{
	const struct inst *in = &r->body->inst.at[i];
	struct cell list = replay_get(r, body_arg(r->body, in, 0)), rest;
	struct solver *s = r->b->s;

	if (!list.class)
		return;
	switch (in->sub) {
	case VARARGS_start: /* the list is a pointer, or a struct of up to three pointers into the memory of the arguments */
		rest = points_make_rest(r->b, r->instance);
		for (int64_t k = 0; k <= 16; k += 8)
			solver_unify(s, solver_load(s, solver_at(s, list, k)), rest);
		break;
	case VARARGS_copy:
		solver_copy(s, list, replay_get(r, body_arg(r->body, in, 1)), SOLVER_ALL);
		break;
	case VARARGS_arg:
		if (layout_carries(r->b->p, in->type) == CARRIES_NOTHING)
			break;
		rest = solver_load(s, list);
		replay_define(r, i, solver_load(s, rest));
		flow_access(r->b, READ_PLAIN, node_of(r, i), rest);
		break;
	default:
		break;
	}
}

/* An operand of assembly, or what stands where it leads to (`memory`), may be what comes out at `out`. */
static void come_out(struct replay *r, uint32_t i, struct cell out, struct ref operand, struct cell memory)
{
	struct solver *s = r->b->s;

	solver_unify(s, out, memory.class ? solver_load(s, memory) : replay_get(r, operand));
	if (memory.class)
		flow_access(r->b, READ_PLAIN, node_of(r, i), memory);
	else
		edge(r, replay_from(r, operand), node_of(r, i));
}

/* What comes out of assembly may be any pointer that went in, or that stands where a pointer that went in leads to. */
static void assembly(struct replay *r, uint32_t i)
{
	const struct inst *in = &r->body->inst.at[i];
	enum carries carries = layout_carries(r->b->p, in->type);
	struct solver *s = r->b->s;
	struct cell out;
	const char *constraints;
	uint32_t k = 0;

	if (carries == CARRIES_NOTHING || in->nwords < 2)
		return;
	out = replay_get(r, ref_make(REF_VALUE, body_value(r->body, i)));
	if (carries == CARRIES_PARTS)
		out = (solver_fold(s, out, 1), solver_load(s, out));
	constraints = program_str(r->b->p, (struct str_id){ r->body->word.at[in->word + 1] });
	for (const char *c = constraints; *c && k < in->nargs; c++) {
		const char *end = c;
		bool indirect = false, output = *c == '=' || *c == '+', clobber = *c == '~';
		for (; *end && *end != ','; end++)
			indirect |= *end == '*';
		if (!clobber && (!output || indirect)) {
			struct ref ref = body_arg(r->body, in, k++);
			struct cell operand = replay_carries(r, ref) ? replay_get(r, ref) : (struct cell){ 0 };
			if (operand.class && !output)
				come_out(r, i, out, ref, indirect ? operand : (struct cell){ 0 });
		}
		c = *end ? end : end - 1;
	}
}

static void give_back(struct replay *r, const struct inst *in)
{
	struct ref value = body_arg(r->body, in, 0);
	struct cell c = in->nargs && replay_carries(r, value) ? replay_get(r, value) : (struct cell){ 0 };

	if (!c.class)
		return;
	define_value(r, 0, c);
	edge(r, replay_from(r, value), r->b->r->instance.at[r->body->fn.i].value);
}

static void choose(struct replay *r, uint32_t i)
{
	const struct inst *in = &r->body->inst.at[i];

	if (layout_carries(r->b->p, in->type) == CARRIES_NOTHING)
		return;
	for (uint32_t k = in->op == OP_select ? 1 : 0; k < in->nargs; k++)
		move(r, i, body_arg(r->body, in, k));
}

static void move_if(struct replay *r, uint32_t i, uint32_t k)
{
	const struct inst *in = &r->body->inst.at[i];

	if (layout_carries(r->b->p, in->type) != CARRIES_NOTHING)
		move(r, i, body_arg(r->body, in, k));
}

static void cast(struct replay *r, uint32_t i)
{
	const struct inst *in = &r->body->inst.at[i];

	if (in->sub == CAST_ptrtoint || in->sub == CAST_inttoptr || in->sub == CAST_bitcast || in->sub == CAST_addrspace)
		move_if(r, i, 0);
}

static void replay_inst(struct replay *r, uint32_t i)
{
	const struct inst *in = &r->body->inst.at[i];

	if (r->first)
		origin_replay(r->b, in, node_of(r, i));
	switch (in->op) {
	case OP_alloca:
		stack_object(r, i);
		break;
	case OP_load:
		load(r, i);
		break;
	case OP_store:
		store(r, i);
		elements_replay(r, i);
		break;
	case OP_field:
		field(r, i);
		break;
	case OP_index:
		element_of(r, i);
		address_index(r, i);
		break;
	case OP_binary:
		binary(r, i);
		break;
	case OP_cast:
		cast(r, i);
		break;
	case OP_copy:
	case OP_element:
		move_if(r, i, 0);
		break;
	case OP_replace:
	case OP_shuffle:
		move_if(r, i, 0);
		move_if(r, i, 1);
		break;
	case OP_phi:
	case OP_select:
		choose(r, i);
		break;
	case OP_extract:
		part(r, i);
		break;
	case OP_insert:
		insert(r, i);
		break;
	case OP_call:
		call_replay(r, i);
		break;
	case OP_asm:
	case OP_asm_goto:
		assembly(r, i);
		break;
	case OP_rmw:
	case OP_cmpxchg:
		exchange(r, i);
		break;
	case OP_memcpy:
		copy_memory(r, i);
		break;
	case OP_varargs:
		varargs(r, i);
		break;
	case OP_ret:
		give_back(r, in);
		break;
	default:
		break;
	}
}

/* A struct passed by value is a copy on the stack that the parameter points to. */
static void stack_params(struct replay *r)
{
	for (uint32_t k = 0; k < r->body->param.n; k++) {
		struct object o = { .kind = OBJECT_STACK, .fn = r->body->fn, .inst = POINTS_PARAM | k, .instance = r->instance };
		if (r->body->param.at[k].by_value)
			define_value(r, k + 1, points_make_thing(r->b, o));
	}
}

static void *room_for(struct arena *a, void *at, uint32_t n, uint32_t *cap, size_t size)
{
	at = vec_room(a, at, 0, n, cap, size);
	memset(at, 0, n * size);
	return at;
}

void replay_instance(struct build *b, uint32_t instance, const struct body *body)
{
	uint32_t n = body->param.n + body->inst.n + 1;
	struct replay r = { .b = b,
			    .body = body,
			    .instance = instance,
			    .value = b->r->instance.at[instance].value,
			    .first = instance == body->fn.i };

	r.marked = b->marked.at = room_for(b->scratch, b->marked.at, n, &b->marked.cap, sizeof *b->marked.at);
	r.location = b->at.at = room_for(b->scratch, b->at.at, n, &b->at.cap, sizeof *b->at.at);
	r.pointee = b->pointee.at = room_for(b->scratch, b->pointee.at, n, &b->pointee.cap, sizeof *b->pointee.at);
	r.handed = b->handed.at = room_for(b->scratch, b->handed.at, n, &b->handed.cap, sizeof *b->handed.at);
	integers_mark(&r);
	stack_params(&r);
	equals_find(&r);
	for (uint32_t i = 0; i < body->inst.n; i++)
		set_location(&r, i);
	for (uint32_t i = 0; i < body->inst.n; i++)
		replay_inst(&r, i);
	for (uint32_t i = 0; r.first && i < body->inst.n; i++) {
		open_locations(&r, &body->inst.at[i]);
		rows_replay(&r, i);
	}
	b->replayed += body->inst.n;
}

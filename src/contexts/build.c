/* One slice: backwards from what matters (callees, operands of model rows, arguments that a callee wants, stores of tracked
 * pointers, results) to what it is computed from; then forwards, block by block, into nodes and steps. */
#include "contexts/slice.h"

#include <string.h>

#include "base/diag.h"
#include "base/scc.h"
#include "ir/cfg.h"

enum { DEEPEST = 2 * 6, MOST_LIVE = 1 << 21 };

struct builder {
	struct slices *s;
	struct slice *out;
	const struct body *b;
	struct arena *scratch;
	struct cfg cfg;
	bool *marked;        /* by value */
	bool *number;        /* by value: needed only as a number that tells which way a function went */
	uint32_t *node;      /* by value: its node, or 0 */
	uint32_t *reg;       /* by value: its register + 1, or 0 */
	uint32_t *call;      /* by instruction: its place in slice.call + 1, or 0 */
	bool *loops;         /* by block */
	VEC(uint32_t) work;
};

/* ---- what is needed ---- */

static void mark_value(struct builder *k, struct ref r)
{
	if (ref_kind(r) != REF_VALUE || k->marked[ref_index(r)])
		return;
	k->marked[ref_index(r)] = true;
	*vec_add(k->scratch, &k->work) = ref_index(r);
}

/* As a number: through phis and the like; what is loaded or computed is no constant anyway. */
static void mark_number(struct builder *k, struct ref r)
{
	uint32_t value = ref_index(r), i = ref_kind(r) == REF_VALUE ? body_inst(k->b, value) : UINT32_MAX;
	uint8_t op = i == UINT32_MAX ? (uint8_t)OP_none : k->b->inst.at[i].op;

	if ((op != OP_phi && op != OP_select && op != OP_cast && op != OP_copy && op != OP_call) || k->marked[value] || k->number[value])
		return;
	k->number[value] = true;
	*vec_add(k->scratch, &k->work) = value;
}

static void mark_operands(struct builder *k, uint32_t value)
{
	uint32_t i = body_inst(k->b, value);
	const struct inst *in = i == UINT32_MAX ? NULL : &k->b->inst.at[i];
	void (*mark)(struct builder *, struct ref) = i != UINT32_MAX && !k->marked[value] ? mark_number : mark_value;

	if (!in)
		return;
	switch (in->op) {
	case OP_load:
	case OP_field:
	case OP_index:
	case OP_copy:
	case OP_cast:
		mark(k, body_arg(k->b, in, 0));
		break;
	case OP_select:
		mark(k, body_arg(k->b, in, 1));
		mark(k, body_arg(k->b, in, 2));
		break;
	case OP_phi:
		for (uint32_t j = 0; j < in->nargs; j++)
			mark(k, body_arg(k->b, in, j));
		break;
	default:
		break;
	}
}

/* Does some slice load from there? */
static bool is_read(const struct builder *k, struct ref address)
{
	struct cells cells;

	cells_of(k->scratch, k->s->points, k->b->fn, address, &cells);
	for (uint32_t i = 0; i < cells.n; i++)
		if (map_get(&k->s->read, cell_key(cells.at[i])))
			return true;
	return false;
}

/* Does some slice load from an object that this range may cover? Cells of the class are enough to say. */
static bool is_read_within(const struct builder *k, struct ref address)
{
	struct cells cells;

	cells_of(k->scratch, k->s->points, k->b->fn, address, &cells);
	for (uint32_t i = 0; i < cells.n; i++)
		if (map_get(&k->s->read, map_pair(cells.at[i].class, UINT32_MAX)))
			return true;
	return false;
}

static void note_cells(struct builder *k, const struct cells *cells)
{
	for (uint32_t i = 0; i < cells->n; i++) {
		uint32_t *first;
		if (!cells->at[i].class || map_get(&k->s->read, cell_key(cells->at[i])))
			continue;
		*vec_add(k->s->keep, &k->s->read_cell) = cells->at[i];
		map_put(k->s->keep, &k->s->read, cell_key(cells->at[i]), 1);
		first = map_at(k->s->keep, &k->s->read, map_pair(cells->at[i].class, UINT32_MAX));
		*vec_add(k->s->keep, &k->s->next_read) = *first;
		*first = k->s->read_cell.n - 1;
	}
}

/* A load that matters: so do the stores to its cell, of whatever type. */
static void note_read(struct builder *k, struct ref address)
{
	struct cells cells;

	cells_of(k->scratch, k->s->points, k->b->fn, address, &cells);
	note_cells(k, &cells);
}

/* Functions and their arguments that a row finds in memory. */
static bool is_loaded(const struct model_row *r, const struct model_place *place)
{
	return place == &r->fn || place == &r->arg || place == &r->arg2;
}

static void note_read_place(struct builder *k, const struct place *at)
{
	struct place step = *at;
	struct cells cells;

	for (step.loads = 0; step.loads <= at->loads; step.loads++) {
		step.offset = step.loads == at->loads ? at->offset : 0;
		cells_of_place(k->scratch, k->s->points, k->b->fn, &step, &cells);
		note_cells(k, &cells);
	}
}

static void mark_row(struct builder *k, uint32_t inst, const struct model_row *r)
{
	const struct points *points = k->s->points;
	const struct model_place *place[ROW_PLACES];

	for (uint32_t i = 0; i < row_places(r, place); i++) {
		struct place at = site_place(points->p, points->models, k->b, inst, place[i]);
		if (at.known && !at.result)
			mark_value(k, at.base);
		for (uint32_t j = place[i]->arg + 2u; at.rest && j < k->b->inst.at[inst].nargs; j++)
			mark_value(k, body_arg(k->b, &k->b->inst.at[inst], j));
		if (at.known && (at.loads || (is_loaded(r, place[i]) && !at.value)))
			note_read_place(k, &at);
	}
}

static const struct model_row *rows_of(const struct points *points, struct sym_id callee)
{
	return callee.i ? points->row[callee.i] : NULL;
}

static const struct model_row *next_row(const struct points *points, struct sym_id callee, const struct model_row *r)
{
	return model_skip(r->next, program_sym(points->p, callee)->fn.i != 0);
}

/* Parameters that some target of the plain call at `inst` wants. */
static uint64_t wanted_by(const struct builder *k, uint32_t inst)
{
	const struct points *points = k->s->points;
	uint64_t wanted = 0;
	uint32_t n;
	const struct site *site = points_sites(points, k->b->fn, inst, &n);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t t = 0; t < site[i].ntargets; t++) {
			struct fn_id fn = program_sym(points->p, points->target.at[site[i].target + t])->fn;
			if (fn.i)
				wanted |= k->s->fn[fn.i].wanted;
		}
	return wanted;
}

static void mark_call(struct builder *k, uint32_t inst)
{
	const struct points *points = k->s->points;
	const struct inst *in = &k->b->inst.at[inst];
	struct sym_id callee = body_callee(points->p, k->b, in);
	uint64_t wanted = wanted_by(k, inst);

	if (!callee.i)
		mark_value(k, body_arg(k->b, in, 0));
	for (uint32_t j = 0; j + 1 < in->nargs && j < 64; j++)
		if (wanted >> j & 1)
			mark_value(k, body_arg(k->b, in, j + 1));
	for (const struct model_row *r = rows_of(points, callee); r; r = next_row(points, callee, r))
		if (verb_matters(r->verb))
			mark_row(k, inst, r);
}

static bool is_update(const struct inst *in)
{
	return in->op == OP_rmw || in->op == OP_cmpxchg;
}

static struct ref new_value(const struct body *b, const struct inst *in)
{
	return body_arg(b, in, in->op == OP_cmpxchg ? 2 : 1);
}

/* Whoever reads a cell of the destination reads the same one of the source. */
static void note_source(struct builder *k, struct ref to, struct ref from)
{
	const struct points *points = k->s->points;
	struct cells dest, source, one = { .n = 1 };

	one.at = one.few;
	cells_of(k->scratch, points, k->b->fn, to, &dest);
	cells_of(k->scratch, points, k->b->fn, from, &source);
	for (uint32_t i = 0; i < dest.n; i++)
		for (uint32_t j = map_get(&k->s->read, map_pair(dest.at[i].class, UINT32_MAX)); j; j = k->s->next_read.at[j])
			for (uint32_t f = 0; f < source.n; f++) {
				one.few[0] = points_at(points, source.at[f], (int64_t)k->s->read_cell.at[j].offset - dest.at[i].offset);
				note_cells(k, &one);
			}
}

static void mark_inst(struct builder *k, uint32_t i)
{
	const struct inst *in = &k->b->inst.at[i];
	struct ref a = body_arg(k->b, in, 0), v = is_update(in) ? new_value(k->b, in) : body_arg(k->b, in, 1);

	switch (in->op) {
	case OP_call:
		mark_call(k, i);
		break;
	case OP_store:
	case OP_rmw:
	case OP_cmpxchg:
		if (!is_read(k, a))
			break;
		mark_value(k, a);
		mark_value(k, v);
		break;
	case OP_memcpy:
		if (!is_read_within(k, a))
			break;
		mark_value(k, a);
		mark_value(k, v);
		note_source(k, a, v);
		break;
	case OP_memset:
		if (is_read_within(k, a))
			mark_value(k, a);
		break;
	case OP_ret:
		if (in->nargs && k->s->asked[k->b->fn.i] & ASKED_VALUE)
			mark_value(k, a);
		else if (in->nargs && k->s->asked[k->b->fn.i])
			mark_number(k, a);
		break;
	default:
		break;
	}
}

static void note_asked(struct builder *k, uint32_t inst, uint8_t how)
{
	const struct points *points = k->s->points;
	uint32_t n;
	const struct site *site = points_sites(points, k->b->fn, inst, &n);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t t = 0; !site[i].row && t < site[i].ntargets; t++) {
			uint32_t fn = program_sym(points->p, points->target.at[site[i].target + t])->fn.i;
			if (how == ASKED_VALUE || k->s->changes[fn])
				k->s->asked[fn] |= how;
		}
}

static const struct inst *behind_casts(const struct body *b, struct ref *r)
{
	for (int hops = 0; hops < 16; hops++) {
		uint32_t i = ref_kind(*r) == REF_VALUE ? body_inst(b, ref_index(*r)) : UINT32_MAX;
		if (i == UINT32_MAX)
			return NULL;
		if (b->inst.at[i].op != OP_copy && b->inst.at[i].op != OP_cast)
			return &b->inst.at[i];
		*r = body_arg(b, &b->inst.at[i], 0);
	}
	return NULL;
}

/* The call whose result a branch looks at, through comparisons and casts; NULL: none. */
static const struct inst *tested_call(const struct builder *k, const struct inst *end)
{
	struct ref r = body_arg(k->b, end, 0);
	const struct inst *in;

	for (int hops = 0; hops < 8 && (in = behind_casts(k->b, &r)); hops++) {
		if (in->op == OP_call)
			return in;
		if (in->op != OP_compare)
			break;
		r = body_arg(k->b, in, 0);
	}
	return NULL;
}

/* What a function returns may tell which way it went. */
static void mark_tested(struct builder *k, const struct inst *end)
{
	const struct inst *call = end->op == OP_branch ? tested_call(k, end) : NULL;
	struct sym_id callee = call ? body_callee(k->s->points->p, k->b, call) : (struct sym_id){ 0 };

	if (call && (!callee.i || slices_follows(k->s->points, callee)))
		mark_number(k, ref_make(REF_VALUE, body_value(k->b, (uint32_t)(call - k->b->inst.at))));
}

static bool is_needed(const struct builder *k, uint32_t value)
{
	return k->marked[value] || k->number[value];
}

static void mark_all(struct builder *k)
{
	for (uint32_t i = 0; i < k->b->inst.n; i++) {
		mark_inst(k, i);
		mark_tested(k, &k->b->inst.at[i]);
	}
	while (k->work.n) {
		uint32_t value = k->work.at[--k->work.n], i = body_inst(k->b, value);
		if (i != UINT32_MAX && k->b->inst.at[i].op == OP_load)
			note_read(k, body_arg(k->b, &k->b->inst.at[i], 0));
		else if (i != UINT32_MAX && k->b->inst.at[i].op == OP_call)
			note_asked(k, i, k->marked[value] ? ASKED_VALUE : ASKED_NUMBER);
		else if (i == UINT32_MAX && value && value <= 64)
			k->out->wanted |= 1ull << (value - 1);
		mark_operands(k, value);
	}
}

/* ---- nodes ---- */

static uint32_t add_node(struct builder *k, struct node n)
{
	const struct node *base = &k->out->node.at[n.base];

	if (n.base) {
		if (base->kind == NODE_OTHER)
			return n.base;
		n.depth = (uint8_t)(base->depth + 1);
		n.reg = base->reg;
		if (n.depth > DEEPEST)
			n = (struct node){ .kind = NODE_OTHER };
	}
	*vec_add(k->s->arena, &k->out->node) = n;
	return k->out->node.n - 1;
}

static uint32_t field_node(struct builder *k, uint32_t base, int64_t offset)
{
	const struct node *at = &k->out->node.at[base];

	if (!offset)
		return base;
	if (at->kind == NODE_FIELD) {
		offset += at->offset;
		base = at->base;
	}
	return add_node(k, (struct node){ .kind = NODE_FIELD, .base = base, .offset = offset });
}

static uint32_t konst_node(struct builder *k, struct konst_id id)
{
	const struct konst *c = program_konst(k->s->points->p, id);
	uint32_t base;

	switch (c->kind) {
	case KONST_ADDR:
		base = add_node(k, (struct node){ .kind = NODE_SYM, .a = sym_behind_alias(k->s->points->p, c->sym).i });
		return field_node(k, base, (int64_t)c->lo);
	case KONST_INT:
		return add_node(k, (struct node){ .kind = NODE_INT, .offset = (int64_t)c->lo });
	case KONST_NULL:
	case KONST_ZERO:
	case KONST_UNDEF:
		return add_node(k, (struct node){ .kind = NODE_NULL });
	default:
		return add_node(k, (struct node){ .kind = NODE_OTHER });
	}
}

static uint32_t node_of(struct builder *k, struct ref r)
{
	switch (ref_kind(r)) {
	case REF_VALUE:
		if (ref_index(r) <= k->b->param.n && !k->node[ref_index(r)])
			k->node[ref_index(r)] = add_node(k, (struct node){ .kind = NODE_PARAM, .a = ref_index(r) - 1 });
		if (!k->node[ref_index(r)])
			return add_node(k, (struct node){ .kind = NODE_OTHER });
		return k->node[ref_index(r)];
	case REF_SYM:
		return add_node(k, (struct node){ .kind = NODE_SYM, .a = sym_behind_alias(k->s->points->p, (struct sym_id){ ref_index(r) }).i });
	case REF_KONST:
		return konst_node(k, (struct konst_id){ ref_index(r) });
	default:
		return add_node(k, (struct node){ .kind = NODE_NULL });
	}
}

static uint32_t new_register(struct builder *k, uint32_t value)
{
	uint32_t reg = k->out->nregs++;

	*vec_add(k->s->arena, &k->out->reg_inst) = body_inst(k->b, value);
	k->reg[value] = reg + 1;
	k->node[value] = add_node(k, (struct node){ .kind = NODE_REGISTER, .a = reg, .reg = reg + 1 });
	return reg;
}

/* ---- steps ---- */

static struct step *add_step(struct builder *k, uint8_t kind, uint32_t inst)
{
	struct step *s = vec_add(k->s->arena, &k->out->step);

	*s = (struct step){ .kind = kind, .inst = inst };
	k->out->steps |= kind != STEP_CALL && kind != STEP_RETURN;
	return s;
}

static struct operand operand_of(struct builder *k, uint32_t inst, const struct model_place *place)
{
	const struct points *points = k->s->points;
	struct place at = site_place(points->p, points->models, k->b, inst, place);
	struct operand o = { 0 };

	if (!at.known || at.result)
		return o;
	o.value = at.value;
	o.node = at.name ? add_node(k, (struct node){ .kind = NODE_NAMED, .a = at.name }) : node_of(k, at.base);
	for (uint8_t i = 0; i < at.loads; i++)
		o.node = add_node(k, (struct node){ .kind = NODE_LOAD, .base = o.node });
	o.node = field_node(k, o.node, at.offset);
	return o;
}

/* Where a store may go, for later; only cells that are read count. */
static uint32_t add_cells(struct builder *k, const struct cells *cells)
{
	uint32_t first = k->out->cell.n;

	for (uint32_t i = 0; i < cells->n; i++) {
		if (!cells->at[i].class || !map_get(&k->s->read, cell_key(cells->at[i])))
			continue;
		*vec_add(k->s->arena, &k->out->cell) = cells->at[i];
		map_put(k->s->keep, &k->s->stored, cell_key(cells->at[i]), 1);
	}
	return first;
}

static void add_operation(struct builder *k, uint32_t inst, const struct model_row *r)
{
	struct operation *o;
	const struct model_place *place[ROW_PLACES];
	struct operand made[ROW_PLACES];
	struct cells cells;
	uint32_t cell;

	for (uint32_t i = 0; i < row_places(r, place); i++)
		made[i] = operand_of(k, inst, place[i]);
	cell = k->out->cell.n;
	for (uint32_t i = 0; i < row_places(r, place); i++) {
		struct place at = site_place(k->s->points->p, k->s->points->models, k->b, inst, place[i]);
		cells_of_place(k->scratch, k->s->points, k->b->fn, &at, &cells);
		if (place[i] == &r->id || is_loaded(r, place[i]))
			add_cells(k, &cells);
	}
	o = vec_add(k->s->arena, &k->out->operation);
	*o = (struct operation){ r, made[0], made[1], made[2], made[3], made[4], made[5], made[6], made[7], cell, k->out->cell.n - cell };
}

static void add_arguments(struct builder *k, struct call *call, const struct inst *in)
{
	uint64_t wanted = wanted_by(k, call->inst);

	call->argument = k->out->argument.n;
	for (uint32_t j = 0; j + 1 < in->nargs && j < 64; j++)
		if (wanted >> j & 1)
			*vec_add(k->s->arena, &k->out->argument) = (struct argument){ j, node_of(k, body_arg(k->b, in, j + 1)) };
	call->narguments = k->out->argument.n - call->argument;
}

static uint32_t plain_site(const struct points *points, struct fn_id fn, uint32_t inst)
{
	uint32_t n;
	const struct site *site = points_sites(points, fn, inst, &n);

	for (uint32_t i = 0; i < n; i++)
		if (!site[i].row)
			return (uint32_t)(site + i - points->site.at);
	return 0;
}

static void add_call(struct builder *k, uint32_t block, uint32_t i)
{
	const struct points *points = k->s->points;
	const struct inst *in = &k->b->inst.at[i];
	struct call call = { .inst = i, .callee = body_callee(points->p, k->b, in), .loop = k->loops[block] };
	uint32_t value = body_value(k->b, i);
	bool allocates = false, gone = in->flags & INST_NORETURN;

	call.operation = k->out->operation.n;
	for (const struct model_row *r = rows_of(points, call.callee); r; r = next_row(points, call.callee, r)) {
		if (verb_matters(r->verb))
			add_operation(k, i, r);
		allocates |= (r->verb == MODEL_ALLOC || r->verb == MODEL_REALLOC) && (r->verb == MODEL_REALLOC || r->on.base == MODEL_RESULT);
		gone |= r->verb == MODEL_NORETURN || r->verb == MODEL_EXIT_THREAD;
	}
	call.noperations = k->out->operation.n - call.operation;
	call.ends = gone;
	call.fresh = allocates;
	call.site = plain_site(points, k->b->fn, i);
	if (!call.callee.i)
		call.node = node_of(k, body_arg(k->b, in, 0));
	else if (slices_follows(points, call.callee))
		call.body = program_sym(points->p, call.callee)->fn;
	if (call.body.i || call.node)
		add_arguments(k, &call, in);
	if (!call.body.i && !call.node && !call.noperations && !call.ends && !is_needed(k, value))
		return;
	if (is_needed(k, value))
		call.reg = new_register(k, value) + 1;
	k->out->steps |= call.noperations || call.node;
	*vec_add(k->s->arena, &k->out->call) = call;
	k->call[i] = k->out->call.n;
	add_step(k, STEP_CALL, i)->call = k->out->call.n - 1;
}

static uint64_t constant_bytes(const struct builder *k, struct ref r)
{
	const struct konst *c = ref_kind(r) == REF_KONST ? program_konst(k->s->points->p, (struct konst_id){ ref_index(r) }) : NULL;

	return c && c->kind == KONST_INT ? c->lo : 0;
}

static void note_stored(struct builder *k, struct step *s, struct ref address)
{
	struct cells cells;

	cells_of(k->scratch, k->s->points, k->b->fn, address, &cells);
	s->cell = add_cells(k, &cells);
	s->ncells = k->out->cell.n - s->cell;
}

/* A copy may go to every cell of the destination's class that is read. */
static void note_copied(struct builder *k, struct step *s, struct ref address)
{
	struct cells cells;

	cells_of(k->scratch, k->s->points, k->b->fn, address, &cells);
	s->cell = k->out->cell.n;
	for (uint32_t i = 0; i < cells.n; i++)
		for (uint32_t j = map_get(&k->s->read, map_pair(cells.at[i].class, UINT32_MAX)); j; j = k->s->next_read.at[j]) {
			struct cell c = k->s->read_cell.at[j];
			*vec_add(k->s->arena, &k->out->cell) = c;
			map_put(k->s->keep, &k->s->stored, cell_key(c), 1);
		}
	s->ncells = k->out->cell.n - s->cell;
}

static void add_store(struct builder *k, uint32_t i)
{
	const struct inst *in = &k->b->inst.at[i];
	struct ref a = body_arg(k->b, in, 0), v = is_update(in) ? new_value(k->b, in) : body_arg(k->b, in, 1);
	uint32_t na, nv;
	struct step *s;

	if (!is_read(k, a))
		return;
	na = node_of(k, a);
	nv = node_of(k, v);
	s = add_step(k, is_update(in) ? STEP_UPDATE : STEP_STORE, i);
	s->a = na;
	s->b = nv;
	note_stored(k, s, a);
}

static void add_copy(struct builder *k, uint32_t i)
{
	const struct inst *in = &k->b->inst.at[i];
	uint32_t to, from;
	struct step *s;

	if (!is_read_within(k, body_arg(k->b, in, 0)))
		return;
	to = node_of(k, body_arg(k->b, in, 0));
	from = in->op == OP_memset ? 0 : node_of(k, body_arg(k->b, in, 1));
	s = add_step(k, STEP_COPY, i);
	s->a = to;
	s->b = from;
	s->bytes = constant_bytes(k, body_arg(k->b, in, 2));
	note_copied(k, s, body_arg(k->b, in, 0));
}

/* A value that is needed: an address expression, or a register and the step that fills it. */
static void add_value(struct builder *k, uint32_t i)
{
	const struct inst *in = &k->b->inst.at[i];
	uint32_t value = body_value(k->b, i), a, b, reg;
	struct step *s;

	switch (in->op) {
	case OP_field:
		k->node[value] = field_node(k, node_of(k, body_arg(k->b, in, 0)), body_offset(k->b, in));
		break;
	case OP_index:
		a = node_of(k, body_arg(k->b, in, 0));
		k->node[value] = k->out->node.at[a].kind == NODE_INDEX ? a : add_node(k, (struct node){ .kind = NODE_INDEX, .base = a });
		break;
	case OP_copy:
	case OP_cast:
		k->node[value] = node_of(k, body_arg(k->b, in, 0));
		break;
	case OP_alloca:
		k->node[value] = add_node(k, (struct node){ .kind = NODE_ALLOCA, .a = i });
		break;
	case OP_load:
		a = node_of(k, body_arg(k->b, in, 0));
		reg = new_register(k, value);
		s = add_step(k, STEP_LOAD, i);
		s->reg = reg;
		s->a = a;
		break;
	case OP_select:
		a = node_of(k, body_arg(k->b, in, 1));
		b = node_of(k, body_arg(k->b, in, 2));
		reg = new_register(k, value);
		s = add_step(k, STEP_SELECT, i);
		s->reg = reg;
		s->a = a;
		s->b = b;
		break;
	default: /* phis have their registers already; calls get them in add_call; the rest is anything */
		break;
	}
}

static void add_inst(struct builder *k, uint32_t block, uint32_t i)
{
	const struct inst *in = &k->b->inst.at[i];
	struct step *s;
	uint32_t a = 0;

	switch (in->op) {
	case OP_call:
		add_call(k, block, i);
		return;
	case OP_store:
	case OP_rmw:
	case OP_cmpxchg:
		add_store(k, i);
		return;
	case OP_memcpy:
	case OP_memset:
		add_copy(k, i);
		return;
	case OP_ret:
		if (in->nargs && k->s->asked[k->b->fn.i])
			a = node_of(k, body_arg(k->b, in, 0));
		s = add_step(k, STEP_RETURN, i);
		s->a = a;
		return;
	default:
		if (is_needed(k, body_value(k->b, i)))
			add_value(k, i);
	}
}

/* ---- blocks ---- */

static void find_loops(struct builder *k)
{
	uint32_t n = k->b->block.n, *first = arena_array(k->scratch, n + 1, sizeof *first);
	VEC(uint32_t) edge = { 0 };
	struct scc scc;

	for (uint32_t b = 0; b < n; b++) {
		uint32_t nnext;
		const uint32_t *next = body_successors(k->b, b, &nnext);
		first[b] = edge.n;
		for (uint32_t i = 0; i < nnext; i++) {
			*vec_add(k->scratch, &edge) = next[i];
			k->loops[b] |= next[i] == b;
		}
	}
	first[n] = edge.n;
	scc_find(k->scratch, n, first, edge.at, &scc);
	for (uint32_t b = 0; b < n; b++)
		k->loops[b] |= scc.first[scc.of[b] + 1] - scc.first[scc.of[b]] > 1;
}

static uint8_t negated(uint8_t compare)
{
	static const uint8_t of[COMPARE_COUNT] = { [COMPARE_eq] = COMPARE_ne, [COMPARE_ne] = COMPARE_eq, [COMPARE_sgt] = COMPARE_sle,
						   [COMPARE_sle] = COMPARE_sgt, [COMPARE_sge] = COMPARE_slt, [COMPARE_slt] = COMPARE_sge };

	return of[compare];
}

/* `if (trylock(&m) == 0)`, also where the comparison is turned into a number and tested again. */
static struct branch branch_of(struct builder *k, const struct inst *end)
{
	struct branch out = { .compare = COMPARE_ne, .value = 0 };
	struct ref r = body_arg(k->b, end, 0);
	const struct inst *in;

	if (end->op != OP_branch)
		return (struct branch){ 0 };
	for (int hops = 0; hops < 8 && (in = behind_casts(k->b, &r)); hops++) {
		struct ref other = body_arg(k->b, in, 1);
		const struct konst *c = ref_kind(other) == REF_KONST ? program_konst(k->s->points->p, (struct konst_id){ ref_index(other) }) : NULL;
		if (in->op == OP_call) {
			out.call = k->call[in - k->b->inst.at];
			if (out.call)
				k->out->call.at[out.call - 1].tested = true;
			return out.call ? out : (struct branch){ 0 };
		}
		if (in->op != OP_compare || !c || (c->kind != KONST_INT && c->kind != KONST_NULL))
			break;
		if (hops && (out.value != 0 || (out.compare != COMPARE_ne && out.compare != COMPARE_eq)))
			break;
		if (hops && out.compare == COMPARE_eq) /* !(a < b) */
			out.compare = negated(in->sub);
		else
			out.compare = in->sub;
		out.value = c->kind == KONST_INT ? (int64_t)c->lo : 0;
		r = body_arg(k->b, in, 0);
	}
	return (struct branch){ 0 };
}

static void add_phis(struct builder *k, uint32_t block, struct slice_block *out)
{
	const struct block *from = &k->b->block.at[block];

	out->phi = k->out->phi.n;
	for (uint32_t i = from->inst; i < from->inst + from->ninsts && k->b->inst.at[i].op == OP_phi; i++) {
		const struct inst *in = &k->b->inst.at[i];
		if (!is_needed(k, body_value(k->b, i)))
			continue;
		for (uint32_t j = 0; j < in->nargs; j++)
			*vec_add(k->s->arena, &k->out->phi) = (struct phi){ k->reg[body_value(k->b, i)] - 1, k->b->word.at[in->word + j],
									    node_of(k, body_arg(k->b, in, j)) };
	}
	out->nphis = k->out->phi.n - out->phi;
}

static void phi_registers(struct builder *k)
{
	for (uint32_t i = 0; i < k->b->inst.n; i++)
		if (k->b->inst.at[i].op == OP_phi && is_needed(k, body_value(k->b, i)))
			new_register(k, body_value(k->b, i));
}

static void add_blocks(struct builder *k)
{
	struct slice *out = k->out;

	vec_reserve(k->s->arena, &out->block, k->b->block.n);
	memset(out->block.at, 0, k->b->block.n * sizeof *out->block.at);
	out->block.n = k->b->block.n;
	for (uint32_t b = 0; b < out->block.n; b++) {
		out->block.at[b].first_inst = k->b->block.at[b].inst;
		out->block.at[b].ninsts = k->b->block.at[b].ninsts;
		out->block.at[b].head = BLOCK_OWN;
	}
	phi_registers(k);
	for (uint32_t j = 0; j < k->cfg.nreached; j++) {
		uint32_t b = k->cfg.order[j];
		out->block.at[b].step = out->step.n;
		for (uint32_t i = 0; i < k->b->block.at[b].ninsts; i++)
			add_inst(k, b, k->b->block.at[b].inst + i);
		out->block.at[b].nsteps = out->step.n - out->block.at[b].step;
	}
	for (uint32_t j = 0; j < k->cfg.nreached; j++) {
		uint32_t b = k->cfg.order[j], n;
		const uint32_t *next = body_successors(k->b, b, &n);
		struct slice_block *block = &out->block.at[b];
		block->next = out->next.n;
		for (uint32_t i = 0; i < n; i++)
			*vec_add(k->s->arena, &out->next) = next[i];
		block->nnexts = n;
		add_phis(k, b, block);
		block->branch = branch_of(k, &k->b->inst.at[k->b->block.at[b].inst + k->b->block.at[b].ninsts - 1]);
	}
}

/* ---- blocks in which nothing happens ---- */

static bool is_empty(const struct builder *k, uint32_t b)
{
	const struct slice_block *block = &k->out->block.at[b];
	uint32_t pred = k->cfg.npreds[b] == 1 ? k->cfg.pred[k->cfg.first_pred[b]] : UINT32_MAX;

	if (!b || block->nsteps || block->nphis || block->branch.call || pred == UINT32_MAX || pred == b || k->out->block.at[pred].branch.call)
		return false;
	for (uint32_t i = 0; i < block->nnexts; i++)
		if (k->out->block.at[k->out->next.at[block->next + i]].nphis)
			return false;
	return true;
}

/* An empty block with one predecessor joins it: trees of them hang below a block that is visited, whose successors are then
 * what lies behind the tree. */
static void join_empty(struct builder *k)
{
	struct slice *out = k->out;
	VEC(uint32_t) work = { 0 };

	for (uint32_t j = 0; j < k->cfg.nreached; j++) {
		uint32_t b = k->cfg.order[j], head;
		if (!is_empty(k, b))
			continue;
		head = k->cfg.pred[k->cfg.first_pred[b]];
		out->block.at[b].head = out->block.at[head].head == BLOCK_OWN ? head : out->block.at[head].head;
	}
	for (uint32_t j = 0; j < k->cfg.nreached; j++) {
		uint32_t b = k->cfg.order[j], first = out->next.n;
		if (out->block.at[b].head != BLOCK_OWN)
			continue;
		work.n = 0;
		*vec_add(k->scratch, &work) = b;
		while (work.n) {
			const struct slice_block *at = &out->block.at[work.at[--work.n]];
			for (uint32_t i = at->nnexts; i--;) {
				uint32_t to = out->next.at[at->next + i];
				if (out->block.at[to].head == b)
					*vec_add(k->scratch, &work) = to;
				else
					*vec_add(k->s->arena, &out->next) = to;
			}
		}
		if (out->block.at[b].branch.call) { /* its two ways must stay in order; nothing was joined to it */
			out->next.n = first;
			continue;
		}
		out->block.at[b].next = first;
		out->block.at[b].nnexts = out->next.n - first;
	}
}

/* ---- which registers are still needed ---- */

static void use(const struct slice *out, uint64_t *live, uint32_t node)
{
	uint32_t reg = node ? out->node.at[node].reg : 0;

	if (reg)
		live[(reg - 1) / 64] |= 1ull << (reg - 1) % 64;
}

static void define(uint64_t *live, uint32_t reg)
{
	live[reg / 64] &= ~(1ull << reg % 64);
}

static void live_call(const struct slice *out, const struct call *call, uint64_t *live)
{
	if (call->reg)
		define(live, call->reg - 1);
	use(out, live, call->node);
	for (uint32_t i = 0; i < call->narguments; i++)
		use(out, live, out->argument.at[call->argument + i].node);
	for (uint32_t i = 0; i < call->noperations; i++) {
		const struct operation *o = &out->operation.at[call->operation + i];
		const struct operand all[] = { o->on, o->with, o->fn, o->arg, o->arg2, o->id, o->queue, o->task };
		for (uint32_t j = 0; j < sizeof all / sizeof *all; j++)
			use(out, live, all[j].node);
	}
}

static void live_step(const struct slice *out, const struct step *s, uint64_t *live)
{
	if (s->kind == STEP_CALL) {
		live_call(out, &out->call.at[s->call], live);
		return;
	}
	if (s->kind == STEP_LOAD || s->kind == STEP_SELECT)
		define(live, s->reg);
	use(out, live, s->a);
	use(out, live, s->b);
}

/* Live at the end of `block`, into `live`: what its successors need, phis by the values on this edge. A block's own set is as it is
 * behind its phis. */
static void live_out(const struct slice *out, uint32_t block, uint32_t words, uint64_t *live, uint64_t *there)
{
	const struct slice_block *b = &out->block.at[block];

	memset(live, 0, words * sizeof *live);
	for (uint32_t i = 0; i < b->nnexts; i++) {
		const struct slice_block *to = &out->block.at[out->next.at[b->next + i]];
		memcpy(there, out->live.at + to->live, words * sizeof *there);
		for (uint32_t j = 0; j < to->nphis; j++)
			define(there, out->phi.at[to->phi + j].reg);
		for (uint32_t w = 0; w < words; w++)
			live[w] |= there[w];
	}
	for (uint32_t i = 0; i < b->nnexts; i++) {
		const struct slice_block *to = &out->block.at[out->next.at[b->next + i]];
		for (uint32_t j = 0; j < to->nphis; j++)
			if (out->phi.at[to->phi + j].from == block)
				use(out, live, out->phi.at[to->phi + j].node);
	}
}

static void find_live(struct builder *k)
{
	struct slice *out = k->out;
	uint32_t words = (out->nregs + 63) / 64;
	uint64_t *live = arena_array(k->scratch, words + 1, sizeof *live), *there = arena_array(k->scratch, words + 1, sizeof *there);
	bool again = words > 0;

	if ((uint64_t)words * out->block.n > MOST_LIVE) {
		for (uint32_t b = 0; b < out->block.n; b++)
			out->block.at[b].live = ALL_LIVE;
		return;
	}
	vec_reserve(k->s->arena, &out->live, words * out->block.n + 1);
	out->live.n = words * out->block.n;
	memset(out->live.at, 0, out->live.n * sizeof *out->live.at);
	for (uint32_t b = 0; b < out->block.n; b++)
		out->block.at[b].live = words * b;
	while (again) {
		again = false;
		for (uint32_t j = k->cfg.nreached; j--;) {
			struct slice_block *b = &out->block.at[k->cfg.order[j]];
			live_out(out, k->cfg.order[j], words, live, there);
			if (b->branch.call && out->call.at[b->branch.call - 1].reg)
				live[(out->call.at[b->branch.call - 1].reg - 1) / 64] |= 1ull << (out->call.at[b->branch.call - 1].reg - 1) % 64;
			for (uint32_t i = b->nsteps; i--;)
				live_step(out, &out->step.at[b->step + i], live);
			again |= memcmp(live, out->live.at + b->live, words * sizeof *live) != 0;
			memcpy(out->live.at + b->live, live, words * sizeof *live);
		}
	}
}

void slice_build(struct slices *s, struct slice *out, const struct body *b, struct arena *scratch)
{
	struct builder k = { .s = s, .out = out, .b = b, .scratch = scratch };
	uint32_t values = b->param.n + 1 + b->inst.n;
	uint64_t wanted = out->wanted;

	*out = (struct slice){ .fn = b->fn, .nparams = b->param.n, .wanted = wanted };
	*vec_add(s->arena, &out->node) = (struct node){ 0 };
	k.marked = arena_array(scratch, values, sizeof *k.marked);
	k.number = arena_array(scratch, values, sizeof *k.number);
	k.node = arena_array(scratch, values, sizeof *k.node);
	k.reg = arena_array(scratch, values, sizeof *k.reg);
	k.call = arena_array(scratch, b->inst.n + 1, sizeof *k.call);
	k.loops = arena_array(scratch, b->block.n, sizeof *k.loops);
	cfg_build(scratch, b, &k.cfg);
	find_loops(&k);
	mark_all(&k);
	add_blocks(&k);
	join_empty(&k);
	find_live(&k);
}

/* One slice: the values that are needed (mark.c) as nodes, block by block, and the steps that change something. */
#include "contexts/slice/build.h"
#include "points/failing.h"
#include "contexts/walk/same.h"

#include <stdlib.h>
#include <string.h>

#include "base/store/scc.h"
#include "code/again.h"


/* ---- nodes ---- */

static uint32_t root_node(struct contexts_builder *k, enum term_kind kind, uint32_t a, uint32_t b)
{
	return term_make(&k->s->terms, &(struct term){ .kind = (uint8_t)kind, .a = a, .b = b });
}

/* Behind a number is no place of its own. */
static uint32_t field_node(struct contexts_builder *k, uint32_t base, int64_t offset)
{
	struct term at = term_get(&k->s->terms, base);

	return term_is_number(&at) ? base : term_field(&k->s->terms, base, offset);
}

static uint32_t element_node(struct contexts_builder *k, uint32_t base)
{
	struct term at = term_get(&k->s->terms, base);

	return term_is_number(&at) ? base : term_step(&k->s->terms, TERM_INDEX, base);
}

static uint32_t konst_node(struct contexts_builder *k, struct konst_id id)
{
	const struct konst *c = program_konst(k->s->points->p, id);

	switch (c->kind) {
	case KONST_ADDR:
		return field_node(k, root_node(k, TERM_SYM, sym_behind_alias(k->s->points->p, c->sym).i, 0), (int64_t)c->lo);
	case KONST_INT:
		return term_number(&k->s->terms, (int64_t)c->lo);
	case KONST_NULL:
	case KONST_ZERO:
	case KONST_UNDEF:
		return root_node(k, TERM_NULL, 0, 0);
	default:
		return root_node(k, TERM_TOP, 0, 0);
	}
}

static uint32_t node_of(struct contexts_builder *k, struct ref r)
{
	switch (ref_kind(r)) {
	case REF_VALUE:
		if (ref_index(r) <= k->b->param.n && !k->node[ref_index(r)])
			k->node[ref_index(r)] = root_node(k, TERM_PARAM, k->b->fn.i, ref_index(r) - 1);
		if (!k->node[ref_index(r)])
			return root_node(k, TERM_TOP, 0, 0);
		return k->node[ref_index(r)];
	case REF_SYM:
		return root_node(k, TERM_SYM, sym_behind_alias(k->s->points->p, (struct sym_id){ ref_index(r) }).i, 0);
	case REF_KONST:
		return konst_node(k, (struct konst_id){ ref_index(r) });
	default:
		return root_node(k, TERM_NULL, 0, 0);
	}
}

static uint32_t new_register(struct contexts_builder *k, uint32_t value)
{
	uint32_t reg = k->out->nregs++;

	*vec_add(k->s->arena, &k->out->reg_inst) = body_inst(k->b, value);
	k->reg[value] = reg + 1;
	k->node[value] = root_node(k, TERM_RESULT, k->b->fn.i, reg);
	return reg;
}

/* ---- steps ---- */

static struct contexts_step *add_step(struct contexts_builder *k, uint8_t kind, uint32_t inst)
{
	struct contexts_step *s = vec_add(k->s->arena, &k->out->step);

	*s = (struct contexts_step){ .kind = kind, .inst = inst };
	return s;
}

/* A lock that is one bit of a word. */
static uint32_t bit_node(struct contexts_builder *k, uint32_t word, struct ref number)
{
	const struct konst *n = program_konst_of(k->s->points->p, number);

	return n && n->kind == KONST_INT ? field_node(k, word, term_bit_offset((int64_t)n->lo)) : element_node(k, word);
}

static struct operand operand_of(struct contexts_builder *k, uint32_t inst, const struct model_place *place)
{
	const struct points *points = k->s->points;
	struct place at = event_place(points->p, points->models, k->b, inst, place);
	struct operand o = { 0 };

	if (!at.known || at.result)
		return o;
	o.value = at.value;
	o.node = at.name ? root_node(k, TERM_NAMED, at.name, 0) : node_of(k, at.base);
	o.node = field_node(k, o.node, at.first);
	for (uint8_t i = 0; i < at.loads; i++)
		o.node = term_step(&k->s->terms, TERM_LOAD, o.node);
	o.node = field_node(k, o.node, at.offset);
	if (place->key)
		o.node = bit_node(k, o.node, body_arg(k->b, &k->b->inst.at[inst], place->key));
	return o;
}

/* Where a store may go, for later; only cells that are read count. */
static uint32_t add_cells(struct contexts_builder *k, const struct cells *cells)
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

static bool is_returned(struct contexts_builder *k, uint32_t inst, const struct model_row *r)
{
	struct place on = event_place(k->s->points->p, k->s->points->models, k->b, inst, &r->on);

	return on.known && !on.loads && same_is_returned(k->scratch, k->s->points, k->b, inst, on.base);
}

static void add_operation(struct contexts_builder *k, uint32_t inst, const struct model_row *r)
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
		struct place at = event_place(k->s->points->p, k->s->points->models, k->b, inst, place[i]);
		cells_of_place(k->scratch, k->s->points, k->b->fn, &at, &cells);
		if (place[i] == &r->id || place[i] == &r->value || is_loaded(r, place[i]))
			add_cells(k, &cells);
	}
	o = vec_add(k->s->arena, &k->out->operation);
	*o = (struct operation){ .row = r,
				 .on = made[0],
				 .with = made[1],
				 .fn = made[2],
				 .arg = made[3],
				 .arg2 = made[4],
				 .arg3 = made[5],
				 .id = made[6],
				 .queue = made[7],
				 .task = made[8],
				 .cell = cell,
				 .ncells = k->out->cell.n - cell,
				 .returned = event_is(r, EVENT_RELEASE) && is_returned(k, inst, r) };
}

static void add_arguments(struct contexts_builder *k, struct call *call, const struct inst *in)
{
	uint64_t numbers, wanted = wanted_by(k, call->inst, &numbers);

	call->argument = k->out->argument.n;
	for (uint32_t j = 0; j + 1 < in->nargs && !limit_full(LIMIT_contexts_parameters, j); j++)
		if ((wanted | numbers) >> j & 1)
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

/* A copy may go to every cell of the destination's class that is read. */
static void note_copied(struct contexts_builder *k, struct contexts_step *s, struct ref address)
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

/* A function outside stores there: whatever it was, or (TERM_NULL) numbers. */
static void add_filled(struct contexts_builder *k, uint32_t i, struct ref address, enum term_kind what)
{
	uint32_t to, from;
	struct contexts_step *s;

	if (!is_read_within(k, address))
		return;
	to = node_of(k, address);
	from = root_node(k, what, 0, 0);
	s = add_step(k, STEP_COPY, i);
	s->a = to;
	s->b = from;
	note_copied(k, s, address);
}

/* It stores numbers where the pointers in the object at the address lead: `flag` of getopt_long's options, the buffers of
 * readv. */
static void add_filled_below(struct contexts_builder *k, uint32_t i, struct ref address)
{
	const struct slices *s = k->s;
	uint32_t first = k->out->cell.n, to, from;
	struct cells cells;
	struct contexts_step *step;

	cells_of(k->scratch, s->points, k->b->fn, address, &cells);
	for (uint32_t j = 0; j < cells.n; j++) {
		uint32_t n = 0;
		const uint32_t *below = cells.at[j].class ? points_below(s->points, cells.at[j].class, &n) : NULL;
		for (uint32_t m = 0; m < n; m++)
			for (uint32_t c = map_get(&s->read, map_pair(below[m], UINT32_MAX)); c; c = s->next_read.at[c]) {
				*vec_add(k->s->arena, &k->out->cell) = s->read_cell.at[c];
				map_put(k->s->keep, &k->s->stored, cell_key(s->read_cell.at[c]), 1);
			}
	}
	if (k->out->cell.n == first)
		return;
	to = root_node(k, TERM_TOP, 0, 0);
	from = root_node(k, TERM_NULL, 0, 0);
	step = add_step(k, STEP_COPY, i);
	step->a = to;
	step->b = from;
	step->cell = first;
	step->ncells = k->out->cell.n - first;
}

static void add_written(struct contexts_builder *k, uint32_t i, const struct model_row *r)
{
	const struct inst *in = &k->b->inst.at[i];
	uint32_t first = event_argument_number(&r->on);
	struct place at;

	if (row_fills(k, i, r, &at))
		add_filled(k, i, at.base, TERM_TOP);
	else if (event_is(r, EVENT_WRITES) && first)
		for (uint32_t j = first; j < in->nargs && (r->on.rest || j == first); j++) {
			if (r->on.deref > 1)
				add_filled_below(k, i, body_arg(k->b, in, j));
			else
				add_filled(k, i, body_arg(k->b, in, j), TERM_NULL);
		}
}

static void note_stored(struct contexts_builder *k, struct contexts_step *s, struct ref address)
{
	struct cells cells;

	cells_of(k->scratch, k->s->points, k->b->fn, address, &cells);
	s->cell = add_cells(k, &cells);
	s->ncells = k->out->cell.n - s->cell;
}

/* What an atomic operation leaves behind: a value that is at hand, or any. */
static void add_atomic(struct contexts_builder *k, uint32_t i, const struct model_row *r)
{
	const struct points *points = k->s->points;
	const struct model_place *written[MODEL_WRITTEN];
	uint32_t n = model_written(r, written);

	for (uint32_t j = 0; j < n; j++) {
		struct place at = event_place(points->p, points->models, k->b, i, written[j]);
		uint32_t to, from;
		struct contexts_step *s;
		if (!at.known || at.result || at.loads || at.name)
			continue;
		if (at.offset || r->flags & MODEL_BIT) {
			add_filled(k, i, at.base, TERM_TOP);
			continue;
		}
		if (!is_read(k, at.base))
			continue;
		to = node_of(k, at.base);
		from = atomic_value(k->b, i, r, written[j]).bits ? node_of(k, atomic_value(k->b, i, r, written[j])) :
								   root_node(k, TERM_TOP, 0, 0);
		s = add_step(k, r->flags & MODEL_STORE ? STEP_STORE : STEP_UPDATE, i);
		s->a = to;
		s->b = from;
		note_stored(k, s, at.base);
	}
}

/* Nothing is known of the function: it may store numbers where its arguments lead, and where the pointers lead that are there. */
static void add_unknown(struct contexts_builder *k, uint32_t i)
{
	const struct inst *in = &k->b->inst.at[i];

	for (uint32_t j = 1; j < in->nargs; j++) {
		add_filled(k, i, body_arg(k->b, in, j), TERM_NULL);
		add_filled_below(k, i, body_arg(k->b, in, j));
	}
}

/* Does no row say anything of what the arguments lead to? Those that speak of hidden state only do not. */
static bool is_unknown(const struct points *points, struct sym_id callee)
{
	for (const struct model_row *r = rows_of(points, callee); r; r = r->next)
		if (!event_is(r, EVENT_INPUT) && !event_is(r, EVENT_BOUNDS) && (!event_hidden(&r->on) || row_matters(points->models, r)))
			return false; /* where a result comes from says nothing of what is written */
	return callee.i && !slices_follows(points, callee);
}

static void add_call(struct contexts_builder *k, uint32_t block, uint32_t i)
{
	const struct points *points = k->s->points;
	const struct inst *in = &k->b->inst.at[i];
	struct call call = { .inst = i, .callee = body_callee(points->p, k->b, in), .loop = k->loops[block] };
	uint32_t value = body_value(k->b, i);
	bool allocates = false, gone = in->flags & INST_NORETURN;

	call.operation = k->out->operation.n;
	for (const struct model_row *r = rows_of(points, call.callee); r; r = r->next) {
		if (row_matters(points->models, r))
			add_operation(k, i, r);
		add_written(k, i, r);
		add_atomic(k, i, r);
		allocates |= event_makes_result(r);
		gone |= event_ends(points->p, k->b, in, r);
	}
	if (is_unknown(points, call.callee))
		add_unknown(k, i);
	call.noperations = k->out->operation.n - call.operation;
	call.ends = gone;
	call.fresh = allocates;
	call.twice = in->flags & INST_TWICE && !gone;
	call.again = call.twice && again_returns(k->scratch, points->p, k->b, i);
	call.site = plain_site(points, k->b->fn, i);
	if (!call.callee.i)
		call.node = node_of(k, body_arg(k->b, in, 0));
	else if (slices_follows(points, call.callee))
		call.body = program_sym(points->p, call.callee)->fn;
	if (call.body.i || call.node)
		add_arguments(k, &call, in);
	if (!call.body.i && !call.node && !call.noperations && !call.ends && !call.twice && !is_needed(k, value))
		return;
	if (is_needed(k, value) || call.twice)
		call.reg = new_register(k, value) + 1;
	*vec_add(k->s->arena, &k->out->call) = call;
	k->call[i] = k->out->call.n;
	add_step(k, STEP_CALL, i)->call = k->out->call.n - 1;
}

static void add_store(struct contexts_builder *k, uint32_t i)
{
	const struct inst *in = &k->b->inst.at[i];
	struct ref a = body_arg(k->b, in, 0), v = is_update(in) ? new_value(k->b, in) : body_arg(k->b, in, 1);
	uint32_t na, nv;
	struct contexts_step *s;

	if (!is_read(k, a))
		return;
	na = node_of(k, a);
	nv = node_of(k, v);
	s = add_step(k, is_update(in) ? STEP_UPDATE : STEP_STORE, i);
	s->a = na;
	s->b = nv;
	note_stored(k, s, a);
}

/* What a memset leaves: zeros, or numbers that nobody follows. */
static uint32_t filled_node(struct contexts_builder *k, struct ref byte)
{
	const struct konst *c = program_konst_of(k->s->points->p, byte);
	bool zero = c && (c->kind == KONST_ZERO || (c->kind == KONST_INT && !c->lo));

	return root_node(k, zero ? TERM_NULL : TERM_TOP, 0, 0);
}

static void add_copy(struct contexts_builder *k, uint32_t i)
{
	const struct inst *in = &k->b->inst.at[i];
	uint32_t to, from;
	struct contexts_step *s;

	if (!is_read_within(k, body_arg(k->b, in, 0)))
		return;
	to = node_of(k, body_arg(k->b, in, 0));
	from = in->op == OP_memset ? filled_node(k, body_arg(k->b, in, 1)) : node_of(k, body_arg(k->b, in, 1));
	s = add_step(k, STEP_COPY, i);
	s->a = to;
	s->b = from;
	s->bytes = constant_bytes(k, body_arg(k->b, in, 2));
	note_copied(k, s, body_arg(k->b, in, 0));
}

static void add_fold(struct slices *s, struct cell base, int64_t offset, struct cell found)
{
	int64_t from = base.offset + offset, delta = from - found.offset;
	uint32_t *first;

	if (!delta || base.class != found.class || points_at(s->points, base, offset).offset == found.offset)
		return;
	first = map_at(s->keep, &s->fold_of, base.class);
	for (uint32_t i = *first; i; i = s->fold.at[i].next)
		if (s->fold.at[i].from == from && s->fold.at[i].delta == delta)
			return;
	*vec_add(s->keep, &s->fold) = (struct fold){ from, from + (delta < 0 ? -delta : delta), delta, *first };
	*first = s->fold.n - 1;
}

/* So far behind its base, as the program says; points may have moved it into the first element of an array. */
static uint32_t offset_node(struct contexts_builder *k, uint32_t i, int64_t offset)
{
	const struct inst *in = &k->b->inst.at[i];
	struct cells base, found;

	cells_of(k->scratch, k->s->points, k->b->fn, body_arg(k->b, in, 0), &base);
	cells_of(k->scratch, k->s->points, k->b->fn, ref_make(REF_VALUE, body_value(k->b, i)), &found);
	for (uint32_t x = 0; x < base.n; x++)
		for (uint32_t y = 0; y < found.n; y++)
			add_fold(k->s, base.at[x], offset, found.at[y]);
	return field_node(k, node_of(k, body_arg(k->b, in, 0)), offset);
}

/* A value that is needed: an address expression, or a register and the step that fills it. */
static void add_value(struct contexts_builder *k, uint32_t i)
{
	const struct inst *in = &k->b->inst.at[i];
	uint32_t value = body_value(k->b, i), a, b, reg;
	int64_t offset;
	struct contexts_step *s;

	switch (in->op) {
	case OP_field:
		k->node[value] = offset_node(k, i, body_offset(k->b, in));
		break;
	case OP_index:
		a = node_of(k, body_arg(k->b, in, 0));
		if (index_is_constant(k->s->points->p, k->b, in, &offset))
			k->node[value] = offset_node(k, i, offset);
		else
			k->node[value] = element_node(k, a);
		break;
	case OP_copy:
	case OP_cast:
		k->node[value] = node_of(k, body_arg(k->b, in, 0));
		break;
	case OP_alloca:
		k->node[value] = root_node(k, TERM_STACK, k->b->fn.i, i);
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

static void add_inst(struct contexts_builder *k, uint32_t block, uint32_t i)
{
	const struct inst *in = &k->b->inst.at[i];
	struct contexts_step *s;
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

static void find_loops(struct contexts_builder *k)
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

static bool comes_back(const struct body *b, uint32_t block)
{
	const struct block *x = &b->block.at[block];

	for (uint32_t i = x->inst; i < x->inst + x->ninsts; i++)
		if (b->inst.at[i].flags & INST_TWICE)
			return true;
	return false;
}

/* What is behind a setjmp may run again. */
static void find_repeated(struct contexts_builder *k)
{
	VEC(uint32_t) work = { 0 };
	bool *behind = NULL;

	for (uint32_t b = 0; b < k->b->block.n; b++)
		if (comes_back(k->b, b))
			*vec_add(k->scratch, &work) = b;
	if (work.n)
		behind = arena_array(k->scratch, k->b->block.n, sizeof *behind);
	while (work.n) {
		uint32_t b = work.at[--work.n], n;
		const uint32_t *next = body_successors(k->b, b, &n);
		if (behind[b])
			continue;
		behind[b] = k->loops[b] = true;
		for (uint32_t i = 0; i < n; i++)
			*vec_add(k->scratch, &work) = next[i];
	}
}

/* `switch (x)`: x is asked for being equal to each number. */
static struct branch switch_branch(struct contexts_builder *k, const struct inst *end)
{
	const struct program *p = k->s->points->p;
	struct branch out = { .number = k->out->number.n };
	struct test first = { 0 };

	for (uint32_t i = 1; i < end->nargs; i++) {
		struct test t = { body_arg(k->b, end, 0), COMPARE_eq, 0 };
		if (!program_constant(p, body_arg(k->b, end, i), &t.number))
			return (struct branch){ 0 };
		t = test_of(p, k->b, t);
		if (i > 1 && t.value.bits != first.value.bits)
			return (struct branch){ 0 };
		first = t;
		*vec_add(k->s->arena, &k->out->number) = t.number;
	}
	if (test_matters(k, end, first.value))
		out.node = node_of(k, first.value);
	return out;
}

/* What the end of a block asks: of a call, `if (trylock(&m) == 0)`; or of a number that may be known when the block is left. */
static struct branch branch_of(struct contexts_builder *k, const struct inst *end)
{
	struct test t;
	const struct inst *in;
	struct branch out = { 0 };

	if (end->op != OP_branch)
		return end->op == OP_switch ? switch_branch(k, end) : out;
	t = test_of_condition(k->s->points->p, k->b, body_arg(k->b, end, 0));
	out.compare = t.compare;
	out.value = t.number;
	in = body_made_by(k->b, t.value);
	if (!in || in->op != OP_call) {
		out.node = test_matters(k, end, t.value) ? node_of(k, t.value) : 0;
		return out;
	}
	out.call = k->call[in - k->b->inst.at];
	if (out.call)
		k->out->call.at[out.call - 1].tested = true;
	return out;
}

static int by_from(const void *a, const void *b)
{
	const struct phi *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->reg > y->reg) - (x->reg < y->reg);
}

static void add_phis(struct contexts_builder *k, uint32_t block, struct slice_block *out)
{
	const struct block *from = &k->b->block.at[block];

	out->phi = k->out->phi.n;
	for (uint32_t i = from->inst; i < from->inst + from->ninsts && k->b->inst.at[i].op == OP_phi; i++) {
		const struct inst *in = &k->b->inst.at[i];
		if (!is_needed(k, body_value(k->b, i)))
			continue;
		for (uint32_t j = 0; j < in->nargs; j++)
			*vec_add(k->s->arena, &k->out->phi) =
				(struct phi){ k->reg[body_value(k->b, i)] - 1, k->b->word.at[in->word + j],
					      node_of(k, body_arg(k->b, in, j)) };
	}
	out->nphis = k->out->phi.n - out->phi;
	if (out->nphis > 1)
		qsort(k->out->phi.at + out->phi, out->nphis, sizeof *k->out->phi.at, by_from);
}

static void phi_registers(struct contexts_builder *k)
{
	for (uint32_t i = 0; i < k->b->inst.n; i++)
		if (k->b->inst.at[i].op == OP_phi && is_needed(k, body_value(k->b, i)))
			new_register(k, body_value(k->b, i));
}

static void add_blocks(struct contexts_builder *k)
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
		block->branch = branch_of(k, body_end(k->b, b));
		for (uint32_t i = 0; i < n && i < 2; i++)
			block->failing |= (uint8_t)(failing_way(k->s->points, k->b, b, i) << i);
	}
}

/* ---- blocks in which nothing happens ---- */

static bool is_empty(const struct contexts_builder *k, uint32_t b)
{
	const struct slice_block *block = &k->out->block.at[b];
	uint32_t pred = k->cfg.npreds[b] == 1 ? k->cfg.pred[k->cfg.first_pred[b]] : UINT32_MAX;

	if (!b || block->nsteps || block->nphis || branch_tests(&block->branch) || pred == UINT32_MAX || pred == b ||
	    block->failing || k->out->block.at[pred].failing || branch_tests(&k->out->block.at[pred].branch))
		return false;
	for (uint32_t i = 0; i < block->nnexts; i++)
		if (k->out->block.at[k->out->next.at[block->next + i]].nphis)
			return false;
	return true;
}

/* An empty block with one predecessor joins it: trees of them hang below a block that is visited, whose successors are then
 * what lies behind the tree. */
static void join_empty(struct contexts_builder *k)
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
		if (out->block.at[b].failing ||
		    branch_tests(&out->block.at[b].branch)) { /* its ways must stay in order; nothing was joined to it */
			out->next.n = first;
			continue;
		}
		out->block.at[b].next = first;
		out->block.at[b].nnexts = out->next.n - first;
	}
}

void slice_build(struct slices *s, struct slice *out, const struct body *b, struct arena *scratch)
{
	struct contexts_builder k;
	uint32_t values = b->param.n + 1 + b->inst.n;
	uint64_t wanted = out->wanted, numbers = out->numbers;

	*out = (struct slice){ .fn = b->fn, .nparams = b->param.n, .wanted = wanted, .numbers = numbers };
	builder_init(&k, s, out, b, scratch);
	k.node = arena_array(scratch, values, sizeof *k.node);
	k.reg = arena_array(scratch, values, sizeof *k.reg);
	k.call = arena_array(scratch, b->inst.n + 1, sizeof *k.call);
	k.loops = arena_array(scratch, b->block.n, sizeof *k.loops);
	cfg_build(scratch, b, &k.cfg);
	find_loops(&k);
	find_repeated(&k);
	mark_all(&k);
	add_blocks(&k);
	join_empty(&k);
	find_live(&k);
}

/* Which values of a function are needed: backwards from what matters (callees, operands of model rows, arguments that a
 * callee wants, stores to cells that somebody reads, results that somebody asks for) to what it is computed from. */
#include "contexts/slice/build.h"

static void mark_value(struct contexts_builder *k, struct ref r)
{
	if (ref_kind(r) != REF_VALUE || k->marked[ref_index(r)])
		return;
	k->marked[ref_index(r)] = true;
	*vec_add(k->scratch, &k->work) = ref_index(r);
}

/* As a number: through phis and the like; what is loaded or computed is no constant anyway. */
static void mark_number(struct contexts_builder *k, struct ref r)
{
	uint32_t value = ref_index(r), i = body_inst_of(k->b, r);
	uint8_t op = i == UINT32_MAX ? (uint8_t)OP_none : k->b->inst.at[i].op;

	if (ref_kind(r) == REF_VALUE && value && value <= k->b->param.n && value <= limit(LIMIT_contexts_parameters))
		k->out->numbers |= 1ull << (value - 1);
	if ((op != OP_phi && op != OP_select && op != OP_cast && op != OP_copy && op != OP_call) || k->marked[value] ||
	    k->number[value])
		return;
	k->number[value] = true;
	*vec_add(k->scratch, &k->work) = value;
}

static void mark_operands(struct contexts_builder *k, uint32_t value)
{
	uint32_t i = body_inst(k->b, value);
	const struct inst *in = i == UINT32_MAX ? NULL : &k->b->inst.at[i];
	void (*mark)(struct contexts_builder *, struct ref) = i != UINT32_MAX && !k->marked[value] ? mark_number : mark_value;

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
bool is_read(const struct contexts_builder *k, struct ref address)
{
	struct cells cells;

	cells_of(k->scratch, k->s->points, k->b->fn, address, &cells);
	for (uint32_t i = 0; i < cells.n; i++)
		if (map_get(&k->s->read, cell_key(cells.at[i])))
			return true;
	return false;
}

/* Does some slice load from an object that this range may cover? Cells of the class are enough to say. */
bool is_read_within(const struct contexts_builder *k, struct ref address)
{
	struct cells cells;

	cells_of(k->scratch, k->s->points, k->b->fn, address, &cells);
	for (uint32_t i = 0; i < cells.n; i++)
		if (map_get(&k->s->read, map_pair(cells.at[i].class, UINT32_MAX)))
			return true;
	return false;
}

static void note_cells(struct contexts_builder *k, const struct cells *cells)
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
		if (k->s->demand)
			demand_cell(k->s->demand, cells->at[i]);
	}
}

/* A load that matters: so do the stores to its cell, of whatever type. */
static void note_read(struct contexts_builder *k, struct ref address)
{
	struct cells cells;

	cells_of(k->scratch, k->s->points, k->b->fn, address, &cells);
	note_cells(k, &cells);
}

/* Functions and their arguments that a row finds in memory. */
bool is_loaded(const struct model_row *r, const struct model_place *place)
{
	return place == &r->fn || place == &r->arg || place == &r->arg2 || place == &r->arg3;
}

static void note_read_place(struct contexts_builder *k, const struct place *at)
{
	struct place step = *at;
	struct cells cells;

	for (step.loads = 0; step.loads <= at->loads; step.loads++) {
		step.offset = step.loads == at->loads ? at->offset : 0;
		cells_of_place(k->scratch, k->s->points, k->b->fn, &step, &cells);
		note_cells(k, &cells);
	}
}

/* Somebody reads what this join gets: so what threads return matters. */
static void ask_threads(struct contexts_builder *k)
{
	const struct points *points = k->s->points;

	if (k->s->results)
		return;
	k->s->results = true;
	for (uint32_t i = 1; i < points->site.n; i++)
		for (uint32_t t = 0; points->site.at[i].kind == SITE_SPAWN && t < points->site.at[i].ntargets; t++) {
			uint32_t fn = program_sym(points->p, points->target.at[points->site.at[i].target + t])->fn.i;
			k->s->asked[fn] |= ASKED_VALUE;
			if (k->s->demand)
				demand_fn(k->s->demand, fn);
		}
}

static void mark_row(struct contexts_builder *k, uint32_t inst, const struct model_row *r)
{
	const struct points *points = k->s->points;
	const struct model_place *place[ROW_PLACES];
	struct place got = event_place(points->p, points->models, k->b, inst, &r->value);

	if (event_is(r, EVENT_JOIN) && got.known && !got.loads && is_read(k, got.base))
		ask_threads(k);

	for (uint32_t i = 0; i < row_places(r, place); i++) {
		struct place at = event_place(points->p, points->models, k->b, inst, place[i]);
		if (at.known && !at.result)
			mark_value(k, at.base);
		for (uint32_t j = place[i]->arg + 2u; at.rest && j < k->b->inst.at[inst].nargs; j++)
			mark_value(k, body_arg(k->b, &k->b->inst.at[inst], j));
		if (at.known && (at.loads || (is_loaded(r, place[i]) && !at.value)))
			note_read_place(k, &at);
	}
}

/* Parameters that some target of the plain call at `inst` wants; *numbers: as numbers. */
uint64_t wanted_by(const struct contexts_builder *k, uint32_t inst, uint64_t *numbers)
{
	const struct points *points = k->s->points;
	uint64_t wanted = 0;
	uint32_t n;
	const struct site *site = points_sites(points, k->b->fn, inst, &n);

	*numbers = 0;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t t = 0; t < site[i].ntargets; t++) {
			struct fn_id fn = program_sym(points->p, points->target.at[site[i].target + t])->fn;
			if (!fn.i)
				continue;
			wanted |= k->s->fn[fn.i].wanted;
			*numbers |= k->s->fn[fn.i].numbers;
		}
	return wanted;
}

/* Does the row say that a range is written, of which something is read? *at: where it begins. */
bool row_fills(const struct contexts_builder *k, uint32_t inst, const struct model_row *r, struct place *at)
{
	const struct points *points = k->s->points;

	if (!row_is_fill(r))
		return false;
	*at = event_place(points->p, points->models, k->b, inst, &r->on);
	return at->known && !at->result && !at->loads && !at->rest && !at->name && is_read_within(k, at->base);
}

static void mark_atomic(struct contexts_builder *k, uint32_t inst, const struct model_row *r)
{
	const struct points *points = k->s->points;
	const struct model_place *written[MODEL_WRITTEN];
	uint32_t n = model_written(r, written);

	for (uint32_t i = 0; i < n; i++) {
		struct place at = event_place(points->p, points->models, k->b, inst, written[i]);
		struct ref v = atomic_value(k->b, inst, r, written[i]);
		for (uint32_t j = written[i]->arg + 2u; at.rest && j < k->b->inst.at[inst].nargs; j++)
			if (is_read_within(k, body_arg(k->b, &k->b->inst.at[inst], j)))
				mark_value(k, body_arg(k->b, &k->b->inst.at[inst], j));
		if (!at.known || at.result || at.loads || at.name || !is_read_within(k, at.base))
			continue;
		mark_value(k, at.base);
		if (v.bits)
			mark_value(k, v);
	}
}

static void mark_call(struct contexts_builder *k, uint32_t inst)
{
	const struct points *points = k->s->points;
	const struct inst *in = &k->b->inst.at[inst];
	struct sym_id callee = body_callee(points->p, k->b, in);
	uint64_t numbers, wanted = wanted_by(k, inst, &numbers);
	struct place at;

	if (!callee.i)
		mark_value(k, body_arg(k->b, in, 0));
	for (uint32_t j = 0; j + 1 < in->nargs && j < limit(LIMIT_contexts_parameters); j++)
		if (wanted >> j & 1)
			mark_value(k, body_arg(k->b, in, j + 1));
		else if (numbers >> j & 1)
			mark_number(k, body_arg(k->b, in, j + 1));
	for (const struct model_row *r = rows_of(points, callee); r; r = r->next)
		if (row_matters(points->models, r))
			mark_row(k, inst, r);
		else if (row_fills(k, inst, r, &at))
			mark_value(k, at.base);
		else
			mark_atomic(k, inst, r);
}

/* Whoever reads a cell of the destination reads the same one of the source, where the range is known. */
static void note_source(struct contexts_builder *k, struct ref to, struct ref from, uint64_t bytes)
{
	const struct points *points = k->s->points;
	struct cells dest, source, one = { .n = 1 };

	one.at = one.few;
	cells_of(k->scratch, points, k->b->fn, to, &dest);
	cells_of(k->scratch, points, k->b->fn, from, &source);
	for (uint32_t i = 0; i < dest.n; i++)
		for (uint32_t j = map_get(&k->s->read, map_pair(dest.at[i].class, UINT32_MAX)); j; j = k->s->next_read.at[j])
			for (uint32_t f = 0; f < source.n; f++) {
				int64_t offset = (int64_t)k->s->read_cell.at[j].offset - dest.at[i].offset;
				if (offset < 0 || (uint64_t)offset >= bytes)
					break;
				one.few[0] = points_at(points, source.at[f], offset);
				note_cells(k, &one);
			}
}

static void mark_inst(struct contexts_builder *k, uint32_t i)
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
		note_source(k, a, v, constant_bytes(k, body_arg(k->b, in, 2)));
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

static void note_asked(struct contexts_builder *k, uint32_t inst, uint8_t how)
{
	const struct points *points = k->s->points;
	uint32_t n;
	const struct site *site = points_sites(points, k->b->fn, inst, &n);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t t = 0; !site[i].row && t < site[i].ntargets; t++) {
			uint32_t fn = program_sym(points->p, points->target.at[site[i].target + t])->fn.i;
			if ((how != ASKED_VALUE && !k->s->changes[fn]) || (k->s->asked[fn] & how) == how)
				continue;
			k->s->asked[fn] |= how;
			if (k->s->demand)
				demand_fn(k->s->demand, fn);
		}
}

/* What a function returns may tell which way it went. */
static void mark_tested(struct contexts_builder *k, const struct inst *end)
{
	struct ref tested = end->op == OP_branch   ? test_of_condition(k->s->points->p, k->b, body_arg(k->b, end, 0)).value
			    : end->op == OP_switch ? test_of(k->s->points->p, k->b, (struct test){ body_arg(k->b, end, 0), COMPARE_eq, 0 }).value
						   : ref_make(REF_NONE, 0);
	const struct inst *in = body_made_by(k->b, tested), *call = end->op == OP_branch && in && in->op == OP_call ? in : NULL;
	struct sym_id callee = call ? body_callee(k->s->points->p, k->b, call) : (struct sym_id){ 0 };

	if (call && (!callee.i || slices_follows(k->s->points, callee)))
		mark_number(k, ref_make(REF_VALUE, body_value(k->b, (uint32_t)(call - k->b->inst.at))));
	if (!call && ref_kind(tested) == REF_VALUE && test_matters(k, end, tested)) {
		if (!in)
			mark_number(k, tested);
		else
			mark_value(k, tested);
	}
}

void mark_all(struct contexts_builder *k)
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
		else if (i == UINT32_MAX && value && value <= limit(LIMIT_contexts_parameters))
			k->out->wanted |= 1ull << (value - 1);
		mark_operands(k, value);
	}
}

void builder_init(struct contexts_builder *k, struct slices *s, struct slice *out, const struct body *b, struct arena *scratch)
{
	uint32_t values = b->param.n + 1 + b->inst.n;

	*k = (struct contexts_builder){ .s = s, .out = out, .b = b, .scratch = scratch };
	k->marked = arena_array(scratch, values, sizeof *k->marked);
	k->number = arena_array(scratch, values, sizeof *k->number);
}

void slice_mark(struct slices *s, struct slice *out, const struct body *b, struct arena *scratch)
{
	struct contexts_builder k;

	builder_init(&k, s, out, b, scratch);
	mark_all(&k);
}

/* Calls. A call of a function by name is linked at once, to an instance of its own if the function is small; rows of the models
 * stand for the functions they name; any other call waits in build.call, and each function that turns out to be a target is
 * linked when it does, to its first instance.
 *
 * The result of an allocator is a block of its own for each call. What the allocator stored into the block is copied; nothing
 * goes the other way, since an allocator keeps no pointer by which it could see what others store later. */
#include "base/diag.h"
#include "base/stat.h"
#include "points/build.h"

/* ---- linking ---- */

static struct cell arg_of(const struct build *b, const struct pending_call *c, uint32_t k)
{
	return k < c->nargs ? b->arg.at[c->arg + k] : (struct cell){ 0 };
}

/* `element`: what the call returns is that. */
static void link_edges(struct build *b, const struct pending_call *c, struct fn_id fn, uint32_t element)
{
	uint32_t value = b->r->instance.at[fn.i].value;

	for (uint32_t k = 0; !c->beside && k < c->nargs && k < b->info[fn.i].nparams; k++)
		flow_edge(b, b->arg_node.at[c->arg + k], value + 1 + k);
	flow_edge(b, element ? element : value, c->result_node);
}

static void link_instance(struct build *b, const struct pending_call *c, uint32_t instance)
{
	const struct fn_info *info = &b->info[b->r->instance.at[instance].fn.i];
	struct solver *s = b->s;

	for (uint32_t k = 0; k < c->nargs; k++) {
		struct cell actual = arg_of(b, c, k);
		if (!actual.class)
			continue;
		if (k >= info->nparams) {
			if (!info->variadic)
				continue;
			solver_unify(s, solver_load(s, points_make_rest(b, instance)), actual);
			flow_access(b, WRITE_PLAIN, b->arg_node.at[c->arg + k], points_make_rest(b, instance));
		} else if (k < 32 && c->by_value >> k & 1) {
			solver_copy(s, points_make_param(b, instance, k), actual, SOLVER_ALL);
		} else {
			solver_unify(s, points_make_param(b, instance, k), actual);
		}
	}
}

static struct cell heap_object(struct build *b, const struct pending_call *c)
{
	struct object o = {
		.kind = OBJECT_HEAP, .fn = b->r->instance.at[c->instance].fn, .inst = c->inst, .instance = c->instance
	};

	origin_mark(b, c->result_node, OPAQUE_DATA);
	return points_make_thing(b, o);
}

static void outside_object(struct build *b, const struct pending_call *c)
{
	struct object o = {
		.kind = OBJECT_OUTSIDE, .fn = b->r->instance.at[c->instance].fn, .inst = c->inst, .instance = c->instance
	};

	origin_mark(b, c->result_node, OPAQUE_DATA | OPAQUE_ANY);
	for (uint32_t k = 0; b->r->main && k < c->nargs; k++)
		if (b->arg.at[c->arg + k].class)
			*vec_add(b->scratch, &b->given) = b->arg.at[c->arg + k];
	if (c->result.class && c->points)
		solver_unify(b->s, c->result, points_make_thing(b, o));
}

/* A function handed to one outside gets, where it has a parameter `void *`, what was handed over as `void *` beside it; what else
 * it gets comes from outside. */
static void link_callback(struct build *b, const struct pending_call *c, struct fn_id fn)
{
	const struct type *type = program_type(b->p, type_strip(b->p, program_sym(b->p, program_fn(b->p, fn)->sym)->type));

	b->info[fn.i].handed = true;
	element_scatter(b, fn);
	if (type->kind != TYPE_FUNCTION || type->nfields != b->info[fn.i].nparams)
		return;
	for (uint32_t k = 0; k < type->nfields && !limit_full(LIMIT_points_parameters, k); k++)
		for (uint32_t i = 0; i < c->nargs && layout_is_untyped(b->p, b->p->field.at[type->field + k].type); i++) {
			b->info[fn.i].given |= (uint64_t)1 << k;
			solver_unify(b->s, points_make_param(b, fn.i, k), arg_of(b, c, i));
			flow_edge(b, b->arg_node.at[c->arg + i], b->r->instance.at[fn.i].value + 1 + k);
		}
}

/* `instance` is the one to link to. */
static void link_function(struct build *b, const struct pending_call *c, struct fn_id fn, uint32_t instance)
{
	struct cell block;

	b->info[fn.i].called = true;
	link_instance(b, c, instance);
	if (!c->result.class)
		return;
	if (b->info[fn.i].allocates && !b->info[fn.i].small) {
		block = heap_object(b, c);
		solver_unify(b->s, c->result, block);
		solver_copy(b->s, block, points_make_ret(b, instance), SOLVER_ALL);
	} else {
		solver_unify(b->s, c->result, points_make_ret(b, instance));
	}
}

/* ---- rows ---- */

struct row_call {
	struct build *b;
	const struct pending_call *c;
	struct sym_id callee;
	bool has_result; /* a row has said what comes back */
};

static struct cell named_object(struct build *b, uint32_t name)
{
	uint32_t *at = map_at(b->scratch, &b->named, name);

	if (!*at) {
		uint32_t object = points_make_object(b, (struct object){ .kind = OBJECT_NAMED, .inst = name });
		*map_at(b->scratch, &b->named, name) = object;
		return b->r->object.at[object].cell;
	}
	return b->r->object.at[*at].cell;
}

/* The value of a place without stars; the address of the object for one with. */
static struct cell place_cell(struct row_call *w, const struct model_place *place)
{
	struct cell c = { 0 };
	int64_t offset;

	if (!place_offset(w->b->p, w->b->r->models, w->callee, place, &offset))
		return c;
	if (event_hidden(place))
		return named_object(w->b, event_hidden(place));
	if (event_argument_number(place))
		c = arg_of(w->b, w->c, event_argument_number(place) - 1);
	else if (event_is_result(place))
		c = w->c->result;
	for (uint32_t k = 1; k < place->deref; k++)
		c = solver_load(w->b->s, c);
	return offset ? solver_at(w->b->s, c, offset) : c;
}

static struct cell place_value(struct row_call *w, const struct model_place *place)
{
	struct cell c = place_cell(w, place);

	return place->deref && !event_hidden(place) ? solver_load(w->b->s, c) : c;
}

/* The flow's node of a place's value. */
static uint32_t place_node(struct row_call *w, const struct model_place *place)
{
	struct cell at = place->deref && !event_hidden(place) ? place_cell(w, place) : (struct cell){ 0 };
	uint32_t node;

	if (at.class) {
		node = flow_node(w->b);
		flow_access(w->b, READ_PLAIN, node, at);
		return node;
	}
	if (event_argument_number(place) && !place->deref && place->arg < w->c->nargs)
		return w->b->arg_node.at[w->c->arg + place->arg];
	return event_is_result(place) && !place->deref ? w->c->result_node : 0;
}

static uint8_t site_kind_of(const struct model_row *row)
{
	switch (event_kind(row)) {
	case EVENT_SPAWN:
		return SITE_SPAWN;
	case EVENT_ENQUEUE:
		return SITE_TASK;
	case EVENT_HANDLER:
		return SITE_HANDLER;
	case EVENT_CALLS:
		return SITE_INNER;
	case EVENT_ONCE:
		return event_says(&row->fn) ? SITE_INNER : 0;
	default:
		return 0;
	}
}

static void add_arg(struct build *b, struct pending_call *c, struct cell cell, uint32_t node)
{
	*vec_add(b->scratch, &b->arg_kind) = 0;
	*vec_add(b->scratch, &b->arg) = cell;
	*vec_add(b->scratch, &b->arg_node) = node;
	c->nargs++;
}

/* A task object has been set up before: the functions are those in its fields that rows call tasks. */
static void wait_for_task(struct row_call *w, const struct model_row *row, uint32_t site)
{
	struct build *b = w->b;
	struct type_id record = place_record(b->p, w->callee, &row->task);
	struct cell task = place_cell(w, &row->task);

	for (uint32_t i = 0; task.class && i < b->task.n; i++) {
		const struct task_field *t = &b->task.at[i];
		struct pending_call c = {
			.instance = w->c->instance, .inst = w->c->inst, .site = site, .row = row, .arg = b->arg.n
		};
		int64_t in = task_offset(b, record, t);
		if (in < 0)
			continue;
		c.fn = solver_load(b->s, solver_at(b->s, task, in + t->member.offset));
		c.node = flow_node(b);
		flow_edge(b, t->location, c.node);
		flow_read(b, t->location, c.node, solver_at(b->s, task, in + t->member.offset));
		if (event_says(&row->arg))
			add_arg(b, &c, place_value(w, &row->arg), place_node(w, &row->arg));
		else
			add_arg(b, &c, event_is_holder(&t->row->arg) ? solver_at(b->s, task, in) : (struct cell){ 0 }, 0);
		*vec_add(b->scratch, &b->call) = c;
	}
}

/* Arguments that the function outside declares as `void *`. */
static void add_untyped(struct row_call *w, struct pending_call *c)
{
	struct build *b = w->b;
	const struct type *type = program_type(b->p, type_strip(b->p, program_sym(b->p, w->callee)->type));

	for (uint32_t k = 0; type->kind == TYPE_FUNCTION && k < type->nfields && k < w->c->nargs; k++)
		if (layout_is_untyped(b->p, b->p->field.at[type->field + k].type) && arg_of(b, w->c, k).class)
			add_arg(b, c, arg_of(b, w->c, k), b->arg_node.at[w->c->arg + k]);
}

/* Where the values of all thread-specific keys are, for the functions that get them when a thread ends. */
static struct cell specific_values(struct build *b)
{
	if (!b->specific.class)
		b->specific = solver_fresh(b->s);
	return b->specific;
}

static void add_specific(struct build *b, struct pending_call *c)
{
	uint32_t node = flow_node(b);

	flow_access(b, READ_PLAIN, node, specific_values(b));
	add_arg(b, c, solver_load(b->s, specific_values(b)), node);
}

static void wait_for_fn(struct row_call *w, const struct model_row *row, uint32_t site)
{
	struct build *b = w->b;
	struct pending_call c = { .instance = w->c->instance, .inst = w->c->inst, .site = site, .row = row };
	struct cell arg = place_value(w, &row->arg), arg2 = place_value(w, &row->arg2), arg3 = place_value(w, &row->arg3);

	if (event_is(row, EVENT_ENQUEUE) && !event_says(&row->fn)) {
		wait_for_task(w, row, site);
		return;
	}
	c.fn = place_value(w, &row->fn);
	c.node = place_node(w, &row->fn);
	c.arg = b->arg.n;
	c.handed = !b->r->row[w->callee.i];
	if (c.handed) {
		add_untyped(w, &c);
	} else if (event_is(row, EVENT_HANDLER) && row->kind == MODEL_KIND_TLS && !event_says(&row->arg)) {
		add_specific(b, &c);
	} else {
		add_arg(b, &c, arg, place_node(w, &row->arg));
		add_arg(b, &c, arg2, place_node(w, &row->arg2));
		add_arg(b, &c, arg3, place_node(w, &row->arg3));
	}
	*vec_add(b->scratch, &b->call) = c;
	if (!(c.node & FLOW_SYM))
		return;
	if (site)
		b->r->site.at[site].method = METHOD_DIRECT;
	map_put(b->scratch, &b->linked, map_pair(b->call.n - 1, c.node & ~FLOW_SYM), 1);
	call_link(b, b->call.n - 1, (struct sym_id){ c.node & ~FLOW_SYM });
}

static void give_result(struct row_call *w, struct cell c, uint32_t node)
{
	w->has_result = true;
	if (w->c->result.class)
		solver_unify(w->b->s, w->c->result, c);
	flow_edge(w->b, node, w->c->result_node);
}

static void allocate(struct row_call *w, const struct model_row *row)
{
	struct solver *s = w->b->s;
	struct cell block;

	if (event_is(row, EVENT_REALLOC)) {
		block = heap_object(w->b, w->c);
		solver_copy(s, block, place_cell(w, &row->on), SOLVER_ALL);
		give_result(w, block, 0);
	} else if (event_makes_result(row)) {
		give_result(w, heap_object(w->b, w->c), 0);
	} else {
		solver_unify(s, solver_load(s, place_cell(w, &row->on)), heap_object(w->b, w->c));
		flow_access(w->b, WRITE_PLAIN, w->b->unknown, place_cell(w, &row->on));
	}
}

/* A value that is kept in a cell which the program does not see; `back`: that comes out of it, to this place. */
static void keep(struct row_call *w, const struct model_place *place, struct cell at, bool back)
{
	struct solver *s = w->b->s;
	struct cell to = place_cell(w, place);
	uint32_t node;

	if (!to.class)
		return;
	solver_unify(s, solver_load(s, at), place_value(w, place));
	if (!back) {
		flow_access(w->b, WRITE_PLAIN, place_node(w, place), at);
		return;
	}
	node = place->deref ? flow_node(w->b) : place_node(w, place);
	flow_access(w->b, READ_PLAIN, node, at);
	if (place->deref)
		flow_access(w->b, WRITE_PLAIN, node, to);
	else
		w->has_result = true;
}

/* An atomic operation of a function: what is stored may be a pointer, and so may what was there before, which comes out. */
static void exchange(struct row_call *w, const struct model_row *row)
{
	struct solver *s = w->b->s;
	const struct model_place *place[MODEL_WRITTEN];
	uint32_t written;
	struct cell at = place_cell(w, &row->on);
	struct cell value = event_says(&row->value) ? place_value(w, &row->value) : (struct cell){ 0 };

	if (!at.class || row->flags & (MODEL_BIT | MODEL_FENCE))
		return;
	if (value.class) {
		solver_unify(s, solver_load(s, at), value);
		flow_access(w->b, WRITE_PLAIN, place_node(w, &row->value), at);
	}
	written = model_written(row, place);
	for (uint32_t i = 0; i < written; i++)
		if (place[i] != &row->on)
			solver_unify(s, solver_load(s, at), place_value(w, place[i]));
	if (w->c->result.class && !(row->flags & MODEL_STORE)) {
		uint32_t node = flow_node(w->b);
		flow_access(w->b, READ_PLAIN, node, at);
		give_result(w, solver_load(s, at), node);
	}
}

static void apply_row(struct row_call *w, const struct model_row *row)
{
	struct solver *s = w->b->s;

	switch (event_kind(row)) {
	case EVENT_ALLOC:
	case EVENT_REALLOC:
		allocate(w, row);
		break;
	case EVENT_COPIES:
		solver_copy(s, place_cell(w, &row->on), place_cell(w, &row->from),
			    event_fixed_bytes(row) ? event_fixed_bytes(row) : SOLVER_ALL);
		break;
	case EVENT_RETURNS:
		give_result(w, place_value(w, &row->on), place_node(w, &row->on));
		break;
	case EVENT_JOIN:
		if (!event_says(&row->value) || !place_cell(w, &row->value).class)
			break;
		if (!w->b->results.class)
			w->b->results = solver_fresh(s);
		keep(w, &row->value, w->b->results, true);
		break;
	case EVENT_EXIT_THREAD:
		if (event_says(&row->value))
			*vec_add(w->b->scratch, &w->b->result) =
				(struct result){ place_value(w, &row->value), place_node(w, &row->value) };
		break;
	case EVENT_PRIVATE:
		if (event_hidden(&row->value))
			keep(w, &row->on, named_object(w->b, event_hidden(&row->value)), true);
		else if (event_says(&row->value) && event_hidden(&row->on)) {
			keep(w, &row->value, named_object(w->b, event_hidden(&row->on)), false);
			keep(w, &row->value, specific_values(w->b), false);
		}
		break;
	case EVENT_ATOMIC:
		exchange(w, row);
		break;
	case EVENT_PUBLISH:
		if (event_publishes_contents(row)) {
			solver_copy(s, place_cell(w, &row->on), place_cell(w, &row->value), SOLVER_ALL);
			break;
		}
		solver_unify(s, solver_load(s, place_cell(w, &row->on)), place_value(w, &row->value));
		flow_access(w->b, WRITE_PLAIN, place_node(w, &row->value), place_cell(w, &row->on));
		break;
	default:
		break;
	}
}

/* What a call of a modelled function does. Sites are found by the order of rows behind the first. */
static void apply_rows(struct build *b, const struct pending_call *c, struct sym_id callee, uint32_t site, uint32_t last_site)
{
	struct pending_call copy = *c;
	struct row_call w = { b, &copy, callee, false };
	uint32_t at;

	for (const struct model_row *row = points_rows(b->r, callee); row; row = row->next) {
		if (!site_kind_of(row)) {
			apply_row(&w, row);
			continue;
		}
		for (at = site; at < last_site && b->r->site.at[at].row != row;)
			at++;
		if (b->r->row[callee.i] || at < last_site)
			wait_for_fn(&w, row, at < last_site ? at : 0);
	}
	if (!w.has_result)
		outside_object(b, c);
}

/* ---- sites ---- */

static uint32_t add_site(struct replay *r, uint32_t inst, uint8_t kind, const struct model_row *row)
{
	*vec_add(r->b->arena, &r->b->r->site) = (struct site){ .caller = r->body->fn, .inst = inst, .kind = kind, .row = row };
	return r->b->r->site.n - 1;
}

void points_make_target(struct build *b, uint32_t site, struct sym_id sym)
{
	uint32_t *at = map_at(b->scratch, &b->targeted, map_pair(site, sym.i));

	if (*at || !site)
		return;
	*at = 1;
	*vec_add(b->scratch, &b->target) = (struct site_target){ site, sym };
}

/* Whether this argument is a function, or declared as a pointer to one and not null. */
static bool may_be_function(struct replay *r, const struct inst *in, struct sym_id callee, uint32_t arg)
{
	const struct program *p = r->b->p;
	const struct type *type = program_type(p, type_strip(p, program_sym(p, callee)->type)), *t;
	struct ref ref = body_arg(r->body, in, arg + 1);

	if (arg + 1 >= in->nargs || !replay_carries(r, ref))
		return false;
	if (ref_kind(ref) != REF_VALUE)
		return replay_node(r, ref) != 0;
	if (type->kind != TYPE_FUNCTION || arg >= type->nfields)
		return false;
	t = program_type(p, type_strip(p, p->field.at[type->field + arg].type));
	return t->kind == TYPE_POINTER && program_type(p, type_strip(p, t->base))->kind == TYPE_FUNCTION;
}

/* First instances are replayed in the order of functions, so sites come in order. */
static void make_sites(struct replay *r, uint32_t inst, struct sym_id callee)
{
	const struct build *b = r->b;
	const struct sym *s = program_sym(b->p, callee);
	uint32_t site;

	if (!callee.i || s->kind == SYM_IFUNC) {
		(void)add_site(r, inst, SITE_CALL, NULL);
		return;
	}
	for (const struct model_row *row = b->r->row[callee.i]; row; row = row->next)
		if (site_kind_of(row))
			(void)add_site(r, inst, site_kind_of(row), row);
	for (const struct model_row *row = b->r->row[callee.i] ? NULL : b->r->assumed[callee.i]; row; row = row->next)
		if (may_be_function(r, &r->body->inst.at[inst], callee, row->fn.arg)) {
			(void)add_site(r, inst, SITE_CALLBACK, row);
			gap(callback);
		}
	if (b->r->row[callee.i] || !s->fn.i)
		return;
	site = add_site(r, inst, SITE_CALL, NULL);
	r->b->r->site.at[site].method = METHOD_DIRECT;
	points_make_target(r->b, site, callee);
}

/* The sites of an instruction: [*first, *last). */
static void find_sites(const struct build *b, struct fn_id fn, uint32_t inst, uint32_t *first, uint32_t *last)
{
	uint32_t low = b->r->first_site[fn.i], high = b->r->first_site[fn.i + 1], end = high;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (b->r->site.at[middle].inst < inst)
			low = middle + 1;
		else
			high = middle;
	}
	*first = low;
	while (low < end && b->r->site.at[low].inst == inst)
		low++;
	*last = low;
}

/* ---- one call ---- */

static uint32_t kind_of(const struct replay *r, struct ref ref)
{
	uint32_t i;

	switch (ref_kind(ref)) {
	case REF_VALUE:
		i = body_inst(r->body, ref_index(ref));
		if (i == UINT32_MAX)
			return layout_kind(r->b->p, r->body->param.at[ref_index(ref) - 1].type);
		if (r->body->inst.at[i].op == OP_field || r->body->inst.at[i].op == OP_index ||
		    r->body->inst.at[i].op == OP_alloca)
			return 64;
		return layout_kind(r->b->p, r->body->inst.at[i].type);
	case REF_SYM:
		return 64;
	default:
		return layout_kind(r->b->p, program_konst(r->b->p, (struct konst_id){ ref_index(ref) })->type);
	}
}

static struct pending_call gather(struct replay *r, uint32_t inst)
{
	const struct inst *in = &r->body->inst.at[inst];
	struct build *b = r->b;
	struct pending_call c = { .instance = r->instance, .inst = inst, .arg = b->arg.n };
	enum carries carries = layout_carries(b->p, in->type);

	for (uint32_t k = 1; k < in->nargs; k++) {
		struct ref ref = body_arg(r->body, in, k);
		bool carried = replay_carries(r, ref);
		add_arg(b, &c, carried ? replay_get(r, ref) : (struct cell){ 0 }, carried ? replay_from(r, ref) : 0);
		b->arg_kind.at[b->arg_kind.n - 1] = kind_of(r, ref);
	}
	c.result_kind = layout_kind(b->p, in->type);
	if (in->nwords)
		c.type.i = r->body->word.at[in->word];
	if (in->nwords > 1)
		c.by_value = r->body->word.at[in->word + 1];
	if (carries != CARRIES_NOTHING) {
		c.result = replay_get(r, ref_make(REF_VALUE, body_value(r->body, inst)));
		c.result_node = replay_node(r, ref_make(REF_VALUE, body_value(r->body, inst)));
		c.points = carries == CARRIES_POINTER;
	}
	return c;
}

static struct cell loaded_from(struct replay *r, struct ref ref)
{
	uint32_t i = body_inst_of(r->body, ref);

	if (i == UINT32_MAX || r->body->inst.at[i].op != OP_load)
		return (struct cell){ 0 };
	return replay_get(r, body_arg(r->body, &r->body->inst.at[i], 0));
}

/* Where in which record the function stands that is called. */
static void find_base(struct replay *r, struct pending_call *c, struct ref fn)
{
	uint32_t i = body_inst_of(r->body, fn);
	struct type_id record;
	const struct inst *in;
	struct ref at;

	if (i == UINT32_MAX || r->body->inst.at[i].op != OP_load)
		return;
	at = body_arg(r->body, &r->body->inst.at[i], 0);
	i = body_inst_of(r->body, at);
	in = i == UINT32_MAX ? NULL : &r->body->inst.at[i];
	if (!in || in->op != OP_field)
		return;
	record = type_strip(r->b->p, declared_record(r, in));
	c->slot_at = r->location[ref_index(at)];
	c->slot = body_offset(r->body, in);
	c->record = flow_record(r->b, record);
	c->base = replay_from(r, body_arg(r->body, in, 0));
}

/* Arguments that are handed over where a row expects a function, and are none: null, or a number such as SIG_IGN. */
static void find_null(struct replay *r, uint32_t inst, uint32_t first, uint32_t last)
{
	for (uint32_t i = first; i < last; i++) {
		struct site *s = &r->b->r->site.at[i];
		struct ref ref;
		ref = s->row ? event_value(r->body, &r->body->inst.at[inst], &s->row->fn) : ref_make(REF_NONE, 0);
		if (!ref.bits)
			continue;
		s->nothing = ref_kind(ref) == REF_KONST && !replay_from(r, ref);
	}
}

static void wait(struct replay *r, struct pending_call *c, struct sym_id callee)
{
	struct ref ref = body_arg(r->body, &r->body->inst.at[c->inst], 0);

	c->at = callee.i ? (struct cell){ 0 } : loaded_from(r, ref);
	c->fn = callee.i ? points_make_sym(r->b, callee) : replay_get(r, ref);
	c->node = callee.i ? 0 : replay_node(r, ref);
	c->beside = callee.i || !r->first ? 0 : table_beside(r, c);
	if (!callee.i && r->first)
		find_base(r, c, ref);
	*vec_add(r->b->scratch, &r->b->call) = *c;
}

void call_replay(struct replay *r, uint32_t inst)
{
	struct build *b = r->b;
	struct sym_id callee = body_callee(b->p, r->body, &r->body->inst.at[inst]);
	uint32_t site, last, room = b->arg.n;
	struct fn_id fn = program_sym(b->p, callee)->fn;
	struct pending_call c;

	if (r->first)
		make_sites(r, inst, callee);
	b->r->first_site[r->body->fn.i + 1] = r->first ? b->r->site.n : b->r->first_site[r->body->fn.i + 1];
	find_sites(b, r->body->fn, inst, &site, &last);
	c = gather(r, inst);
	c.site = site;
	if (!callee.i || program_sym(b->p, callee)->kind == SYM_IFUNC) {
		wait(r, &c, callee);
		return;
	}
	if (points_rows(b->r, callee)) {
		if (r->first)
			find_null(r, inst, site, last);
		element_scatter(b, fn);
		apply_rows(b, &c, callee, site, last);
		return; /* calls that wait may use its arguments */
	}
	if (fn.i) {
		link_function(b, &c, fn, b->info[fn.i].small ? points_make_instance(b, fn, r->instance, inst) : fn.i);
		if (r->first)
			link_edges(b, &c, fn, element_call(r, inst, fn));
	} else {
		outside_object(b, &c);
	}
	b->arg.n = b->arg_node.n = b->arg_kind.n = room;
}

/* What a thread returns waits for its join. */
static void link_result(struct build *b, struct fn_id fn)
{
	const struct type *type = program_type(b->p, type_strip(b->p, program_sym(b->p, program_fn(b->p, fn)->sym)->type));

	if (type->kind != TYPE_FUNCTION || layout_carries(b->p, type->base) != CARRIES_POINTER)
		return;
	*vec_add(b->scratch, &b->result) = (struct result){ points_make_ret(b, fn.i), b->r->instance.at[fn.i].value };
}

void call_link_results(struct build *b)
{
	for (; b->results.class && b->nresults < b->result.n; b->nresults++) {
		const struct result *r = &b->result.at[b->nresults];
		solver_unify(b->s, solver_load(b->s, b->results), r->cell);
		flow_access(b, WRITE_PLAIN, r->node, b->results);
	}
}

void call_link(struct build *b, uint32_t call, struct sym_id sym)
{
	struct pending_call c = b->call.at[call];
	struct fn_id fn = program_sym(b->p, sym)->fn;
	bool is_new = !map_get(&b->targeted, map_pair(c.site, sym.i));

	points_make_target(b, c.site, sym);
	if (c.row && event_is(c.row, EVENT_TASK))
		*vec_add(b->arena, &b->r->field_root) =
			(struct field_root){ sym, c.row, b->r->instance.at[c.instance].fn, c.inst };
	if (b->r->row[sym.i] && !c.row) {
		apply_rows(b, &c, sym, 0, 0);
		return;
	}
	if (!fn.i || b->r->row[sym.i]) {
		outside_object(b, &c);
		return;
	}
	if (c.handed) {
		link_callback(b, &c, fn);
		return;
	}
	link_function(b, &c, fn, fn.i);
	if (c.row && event_is(c.row, EVENT_SPAWN))
		link_result(b, fn);
	if (!is_new && c.site)
		return;
	element_scatter(b, fn);
	link_edges(b, &c, fn, 0);
	if (c.beside)
		*vec_add(b->scratch, &b->table_link) = (struct table_link){ call, sym };
}

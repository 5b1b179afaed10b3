/* The rounds. Everything that is named is linked first; then calls through pointers are resolved and linked, which may let more
 * flow to others, until nothing is new: each round adds at least one target of one call, so it ends. */
#include "points/points.h"
#include "points/failing.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/system/progress.h"
#include "base/stat.h"
#include "points/solve/classes.h"

/* ---- objects and values ---- */

uint32_t points_make_object(struct build *b, struct object o)
{
	o.cell = solver_fresh(b->s);
	*vec_add(b->arena, &b->r->object) = o;
	return b->r->object.n - 1;
}

struct cell points_make_thing(struct build *b, struct object o)
{
	uint32_t object = points_make_object(b, o);

	return b->r->object.at[object].cell;
}

/* The value of an ifunc is what its resolver returns. */
struct cell points_make_sym(struct build *b, struct sym_id id)
{
	const struct sym *s;
	int64_t addend = 0;

	id = sym_behind_alias(b->p, id);
	s = program_sym(b->p, id);
	if (s->kind == SYM_ALIAS && s->target.i) { /* bytes behind a variable, which has no alias in turn */
		addend = s->addend;
		id = s->target;
		s = program_sym(b->p, id);
	}
	if (!b->sym[id.i].class && s->kind == SYM_IFUNC && s->target.i && program_sym(b->p, s->target)->fn.i)
		b->sym[id.i] = points_make_ret(b, program_sym(b->p, s->target)->fn.i);
	if (!b->sym[id.i].class)
		b->sym[id.i] = points_make_thing(
		    b, (struct object){ .kind = s->kind == SYM_FUNCTION ? OBJECT_FUNCTION : OBJECT_VARIABLE, .sym = id });
	return addend ? solver_at(b->s, b->sym[id.i], addend) : b->sym[id.i];
}

struct cell points_make_address(struct build *b, struct sym_id id, int64_t offset)
{
	struct cell c = points_make_sym(b, id);

	return solver_at(b->s, c, layout_of(b->p, program_sym(b->p, sym_behind_alias(b->p, id))->type, offset).offset);
}

static struct cell slot(struct build *b, uint32_t value)
{
	struct cell *c = &b->r->value.at[value];

	if (!c->class)
		*c = solver_fresh(b->s);
	return *c;
}

struct cell points_make_ret(struct build *b, uint32_t instance)
{
	return slot(b, b->r->instance.at[instance].value);
}

struct cell points_make_param(struct build *b, uint32_t instance, uint32_t param)
{
	return slot(b, b->r->instance.at[instance].value + 1 + param);
}

/* Any variadic argument may be any of them: the memory they lie in is folded to one cell. */
struct cell points_make_rest(struct build *b, uint32_t instance)
{
	struct cell *rest = &b->extra.at[instance].rest;

	if (!rest->class) {
		*rest = solver_fresh(b->s);
		solver_fold(b->s, *rest, 1);
	}
	return *rest;
}

uint32_t points_make_instance(struct build *b, struct fn_id fn, uint32_t caller, uint32_t inst)
{
	uint32_t n = b->info[fn.i].nparams + program_fn(b->p, fn)->ninsts + 1, value = b->r->value.n;

	vec_reserve(b->arena, &b->r->value, n);
	b->r->value.n += n;
	*vec_add(b->arena, &b->r->instance) = (struct instance){ fn, caller, inst, value };
	(void)vec_add(b->scratch, &b->extra);
	if (caller)
		*vec_add(b->scratch, &b->queue) = b->r->instance.n - 1;
	return b->r->instance.n - 1;
}

/* ---- fields that hold tasks ---- */

static void find_task(struct build *b, const struct model_row *row)
{
	const char *name = model_string(b->r->models, row->name), *dot = strchr(name, '.');
	uint32_t tag = intern_find(&b->p->str, name, (size_t)(dot - name)),
		 field = intern_find(&b->p->str, dot + 1, strlen(dot + 1));

	for (uint32_t i = 1; tag && field && i < b->p->type.n; i++) {
		const struct type *t = &b->p->type.at[i];
		if (t->kind != TYPE_STRUCT || t->name.i != tag)
			continue;
		for (uint32_t k = 0; k < t->nfields; k++) {
			const struct field *f = &b->p->field.at[t->field + k];
			struct layout l;
			if (f->name.i != field)
				continue;
			l = layout_of(b->p, (struct type_id){ i }, (int64_t)(f->offset / 8));
			*vec_add(b->scratch, &b->task) = (struct task_field){ l.member, flow_member(b, &l), row };
		}
	}
}

void task_find(struct build *b)
{
	for (uint32_t i = 0; i < b->r->models->row.n; i++)
		if (event_is(&b->r->models->row.at[i], EVENT_TASK) && !b->r->models->row.at[i].glob)
			find_task(b, &b->r->models->row.at[i]);
	for (uint32_t i = 0; i < b->task.n; i++)
		if (b->task.at[i].location)
			map_put(b->scratch, &b->task_at, b->task.at[i].location, i + 1);
}

/* A delayed_work holds a work_struct: records are looked for inside of records, by value, to a small depth. */
int64_t task_offset(struct build *b, struct type_id record, const struct task_field *task)
{
	struct {
		struct type_id type;
		int64_t at;
	} todo[64]; /* the most that limits.def allows */
	uint32_t n = 1;

	todo[0].type = record;
	todo[0].at = 0;
	while (record.i && n) {
		struct type_id id = type_strip(b->p, todo[--n].type);
		const struct type *t = program_type(b->p, id);
		int64_t at = todo[n].at;
		if (t->kind == TYPE_STRUCT && flow_record(b, id) == flow_record(b, task->member.record))
			return at;
		for (uint32_t k = 0; t->kind == TYPE_STRUCT && k < t->nfields && !limit_full(LIMIT_points_parts, n); k++) {
			todo[n].type = b->p->field.at[t->field + k].type;
			todo[n++].at = at + (int64_t)(b->p->field.at[t->field + k].offset / 8);
		}
	}
	return -1;
}

void task_store(struct build *b, uint32_t location, struct cell address, uint32_t instance, uint32_t inst)
{
	uint32_t task = map_get(&b->task_at, location);
	struct pending_call c = { .instance = instance, .inst = inst, .node = location, .arg = b->arg.n, .nargs = 1 };

	if (!task || !address.class)
		return;
	c.row = b->task.at[task - 1].row;
	c.fn = solver_load(b->s, address);
	*vec_add(b->scratch, &b->arg) =
	    event_is_holder(&c.row->arg) ? solver_at(b->s, address, -b->task.at[task - 1].member.offset) : (struct cell){ 0 };
	*vec_add(b->scratch, &b->arg_node) = 0;
	*vec_add(b->scratch, &b->arg_kind) = 0;
	*vec_add(b->scratch, &b->call) = c;
}

/* ---- variables ---- */

/* An initialiser holds the address of a pointer. */
static void open_variable(struct build *b, struct sym_id sym, int64_t offset)
{
	struct layout l = layout_of(b->p, program_sym(b->p, sym)->type, offset);

	if (!l.member.record.i || l.member.offset)
		flow_open(b, flow_location(b, program_sym(b->p, sym)->type, sym, offset));
}

/* The address of a variable in an initialiser. */
static void start_address(struct build *b, struct sym_id variable, const struct reloc *reloc, struct cell at)
{
	struct sym_id target = sym_behind_alias(b->p, reloc->sym);
	uint32_t location = flow_location(b, program_sym(b->p, variable)->type, variable, (int64_t)reloc->offset);
	uint32_t node = program_sym(b->p, target)->kind == SYM_VARIABLE ? flow_variable(b, target, reloc->addend) : b->unknown;

	if (!node) /* a string */
		return;
	element_leak(b, target);
	flow_access(b, location ? WRITE_TYPED : WRITE_PLAIN, location ? location : node, at);
	flow_edge(b, node, location);
	element_start(b, variable, (int64_t)reloc->offset, node);
}

static void start_reloc(struct build *b, struct sym_id variable, const struct reloc *reloc)
{
	const struct sym *s = program_sym(b->p, variable);
	struct cell at = points_make_address(b, variable, (int64_t)reloc->offset),
		    to = points_make_address(b, reloc->sym, reloc->addend);
	struct sym_id target = sym_behind_alias(b->p, reloc->sym);
	uint32_t location = flow_location(b, s->type, variable, (int64_t)reloc->offset);

	solver_unify(b->s, solver_load(b->s, at), to);
	if (program_sym(b->p, target)->kind == SYM_VARIABLE)
		open_variable(b, target, reloc->addend);
	if (program_sym(b->p, target)->kind != SYM_FUNCTION) {
		start_address(b, variable, reloc, at);
		return;
	}
	element_start(b, variable, (int64_t)reloc->offset, FLOW_SYM | target.i);
	flow_access(b, location ? WRITE_TYPED : WRITE_PLAIN, location ? location : FLOW_SYM | target.i, at);
	flow_edge(b, FLOW_SYM | target.i, location);
	table_start(b, variable, (int64_t)reloc->offset, target);
	task_store(b, location, at, 0, 0);
}

/* The linker makes __start_X and __stop_X for a section X: its variables are elements of one array. */
static void join_sections(struct build *b)
{
	struct map named = { 0 };

	for (uint32_t i = 1; i < b->p->sym.n; i++) {
		const struct sym *s = &b->p->sym.at[i];
		const char *name = program_str(b->p, s->name);
		size_t skip = !strncmp(name, "__start_", 8) ? 8 : !strncmp(name, "__stop_", 7) ? 7 : 0;
		uint32_t section = skip ? intern_find(&b->p->str, name + skip, strlen(name + skip)) : 0, other;
		if (!section || s->kind != SYM_VARIABLE || s->flags & SYM_DEFINED)
			continue;
		other = map_get(&named, section);
		if (other)
			solver_unify(b->s, points_make_sym(b, (struct sym_id){ i }),
				     points_make_sym(b, (struct sym_id){ other }));
		map_put(b->scratch, &named, section, i);
	}
	for (uint32_t i = 1; named.n && i < b->p->sym.n; i++) {
		const struct sym *s = &b->p->sym.at[i];
		uint32_t array = s->section.i && s->kind == SYM_VARIABLE ? map_get(&named, s->section.i) : 0;
		if (array)
			solver_unify(b->s, points_make_sym(b, (struct sym_id){ array }),
				     points_make_sym(b, (struct sym_id){ i }));
	}
}

static void start_variables(struct build *b)
{
	join_sections(b);
	for (uint32_t i = 1; i < b->p->sym.n; i++) {
		const struct sym *s = &b->p->sym.at[i];
		if (!strncmp(program_str(b->p, s->name), "llvm.", 5)) /* lists for the linker, as of what is "used": no memory */
			continue;
		for (uint32_t k = 0; s->kind == SYM_VARIABLE && k < s->nrelocs; k++)
			if (b->p->reloc.at[s->reloc + k].kind == RELOC_ADDRESS && b->p->reloc.at[s->reloc + k].size == 8)
				start_reloc(b, (struct sym_id){ i }, &b->p->reloc.at[s->reloc + k]);
	}
}

/* ---- the rounds ---- */

static void find_rows(struct build *b)
{
	b->r->row = arena_array(b->arena, b->p->sym.n, sizeof *b->r->row);
	for (uint32_t i = 1; i < b->p->sym.n; i++) {
		const struct sym *s = &b->p->sym.at[i];
		if (s->kind == SYM_FUNCTION)
			b->r->row[i] = events_of(b->arena, b->r->models, program_str(b->p, s->name), s->fn.i != 0);
	}
}

static void make_first_instances(struct build *b)
{
	(void)vec_add(b->arena, &b->r->value);
	(void)vec_add(b->arena, &b->r->instance);
	(void)vec_add(b->scratch, &b->extra);
	for (uint32_t f = 1; f < b->p->fn.n; f++)
		(void)points_make_instance(b, (struct fn_id){ f }, 0, 0);
	b->nfirst = b->r->value.n;
	vec_reserve(b->scratch, &b->opaque, b->nfirst);
	b->opaque.n = b->nfirst;
	b->unknown = flow_node(b);
}

static void replay_queue(struct build *b)
{
	while (b->queue.n) {
		uint32_t instance = b->queue.at[--b->queue.n];
		replay_instance(b, instance, b->info[b->r->instance.at[instance].fn.i].body);
	}
}

static void replay_all(struct build *b)
{
	struct body body = { 0 };
	struct arena bodies;

	arena_init(&bodies, "points.bodies");
	(void)vec_add(b->arena, &b->r->site);
	b->r->first_site = arena_array(b->arena, b->p->fn.n + 1, sizeof *b->r->first_site);
	b->r->first_site[1] = 1;
	progress_start("points", b->p->fn.n);
	for (uint32_t f = 1; f < b->p->fn.n; f++) {
		const struct sym *s = program_sym(b->p, program_fn(b->p, (struct fn_id){ f })->sym);
		b->r->first_site[f] = b->r->first_site[f + 1] = b->r->site.n;
		progress_step(f, program_str(b->p, s->name));
		if (!b->info[f].body)
			body_get(&bodies, b->p, (struct fn_id){ f }, &body);
		replay_instance(b, f, b->info[f].body ? b->info[f].body : &body);
	}
	progress_end();
	arena_release(&bodies);
	replay_queue(b);
}

static void solve(struct build *b)
{
	bool more = true;

	call_link_results(b);
	solver_solve(b->s);
	while (more) {
		stat_phase("calls");
		more = flow_resolve(b, false) || flow_resolve(b, true);
		stat_phase("points");
		call_link_results(b);
		solver_solve(b->s);
	}
}

/* ---- the result ---- */

static bool can_be_named(const struct sym *s, bool hidden)
{
	return s->linkage != LINK_STATIC && s->linkage != LINK_INLINE && (hidden || !(s->flags & SYM_HIDDEN));
}

/* What others call in its place holds the locks that it requires (extract/unit/facts.c). */
static bool is_called_holding(const struct program *p, const struct sym *s)
{
	const char *name = program_str(p, s->name);
	char full[160];
	int n = snprintf(full, sizeof full, "%s" ANNOTATED_SUFFIX, name);

	return n < (int)sizeof full && intern_find(&p->str, full, (size_t)n);
}

bool points_is_offered(const struct points *r, struct sym_id sym)
{
	const struct sym *s = program_sym(r->p, sym);

	return !r->main && s->kind == SYM_FUNCTION && s->fn.i && !r->started[sym.i] && can_be_named(s, r->offers_hidden) &&
	       !is_called_holding(r->p, s);
}

/* A table that holds a function is offered as well as the function. */
static bool exports_any(const struct program *p)
{
	for (uint32_t i = 1; i < p->sym.n; i++) {
		const struct sym *s = &p->sym.at[i];
		if (!can_be_named(s, false))
			continue;
		if (s->kind == SYM_FUNCTION && s->fn.i)
			return true;
		for (uint32_t k = 0; s->kind == SYM_VARIABLE && s->flags & SYM_DEFINED && k < s->nrelocs; k++)
			if (program_sym(p, sym_behind_alias(p, p->reloc.at[s->reloc + k].sym))->fn.i && !s->section.i &&
			    strncmp(program_str(p, s->name), "llvm.", 5) != 0)
				return true;
	}
	return false;
}

/* Functions in the tables that the startup code walks. */
static void find_started(struct points *r)
{
	const struct program *p = r->p;

	r->started = arena_array(r->arena, p->sym.n, sizeof *r->started);
	for (uint32_t i = 1; i < p->sym.n; i++) {
		const struct sym *s = &p->sym.at[i];
		const char *name = s->kind == SYM_VARIABLE && s->nrelocs ? program_str(p, s->name) : "";
		bool table = !strcmp(name, "llvm.global_ctors") || !strcmp(name, "llvm.global_dtors");
		for (uint32_t k = 0; table && k < s->nrelocs; k++)
			r->started[sym_behind_alias(p, p->reloc.at[s->reloc + k].sym).i] = true;
	}
}

/* What functions get that nobody in the program calls, or others may call as well. */
static void add_outside(struct build *b)
{
	for (uint32_t f = 1; f < b->p->fn.n; f++) {
		const struct sym *s = program_sym(b->p, program_fn(b->p, (struct fn_id){ f })->sym);
		bool offered = points_is_offered(b->r, program_fn(b->p, (struct fn_id){ f })->sym);
		if (b->info[f].called && !b->info[f].handed && !offered)
			continue;
		for (uint32_t k = 0; k < b->info[f].nparams; k++) {
			const struct type *type = program_type(b->p, type_strip(b->p, s->type));
			bool integer = k < type->nfields &&
				       layout_carries(b->p, b->p->field.at[type->field + k].type) == CARRIES_INTEGER;
			struct cell *c = &b->r->value.at[b->r->instance.at[f].value + 1 + k];
			struct object o = { .kind = OBJECT_OUTSIDE, .fn = { f }, .inst = POINTS_PARAM | k, .instance = f };
			if (c->class && !integer && !(k < 64 && b->info[f].given >> k & 1))
				solver_unify(b->s, points_make_thing(b, o), *c);
		}
	}
}

static int by_site(const void *a, const void *b)
{
	const struct site_target *x = a, *y = b;

	if (x->site != y->site)
		return x->site < y->site ? -1 : 1;
	return (x->sym.i > y->sym.i) - (x->sym.i < y->sym.i);
}

static void count_targets(const struct site *s)
{
	uint64_t largest = stat_get(STAT_sites_largest);

	if (s->method == METHOD_NONE || s->method == METHOD_DIRECT)
		return;
	stat_add(STAT_sites_one, s->ntargets == 1);
	stat_add(STAT_sites_two, s->ntargets == 2);
	stat_add(STAT_sites_few, s->ntargets > 2 && s->ntargets < 10);
	stat_add(STAT_sites_many, s->ntargets >= 10);
	stat_add(STAT_sites_targets, s->ntargets);
	stat_add(STAT_sites_largest, s->ntargets > largest ? s->ntargets - largest : 0);
}

static void finish_sites(struct build *b)
{
	struct points *r = b->r;
	static const enum counter by_method[METHODS] = { STAT_sites_none, STAT_sites_direct, STAT_sites_direct, STAT_sites_field,
		                                         STAT_sites_type, STAT_sites_points };

	if (b->target.n)
		qsort(b->target.at, b->target.n, sizeof *b->target.at, by_site);
	for (uint32_t i = 0, site = 1, k = 0; site < r->site.n; site++) {
		r->site.at[site].target = k;
		for (; i < b->target.n && b->target.at[i].site == site; i++, k++)
			*vec_add(b->arena, &r->target) = b->target.at[i].sym;
		r->site.at[site].ntargets = k - r->site.at[site].target;
		if (!r->site.at[site].ntargets && r->site.at[site].method != METHOD_DIRECT)
			r->site.at[site].method = METHOD_NONE;
		r->site.at[site].nothing &= r->site.at[site].method == METHOD_NONE;
	}
	for (uint32_t i = 1; i < r->site.n; i++) {
		stat_add(r->site.at[i].nothing ? STAT_sites_empty : by_method[r->site.at[i].method], 1);
		stat_add(STAT_sites_narrowed, r->site.at[i].narrowed != 0);
		stat_add(STAT_sites_indirect, r->site.at[i].method != METHOD_DIRECT);
		stat_add(STAT_gap_call, r->site.at[i].method == METHOD_NONE && !r->site.at[i].nothing);
		count_targets(&r->site.at[i]);
	}
	stat_add(STAT_sites, r->site.n - 1);
}

static int by_root(const void *a, const void *b)
{
	const struct field_root *x = a, *y = b;

	if (x->sym.i != y->sym.i)
		return x->sym.i < y->sym.i ? -1 : 1;
	if (x->row != y->row)
		return x->row < y->row ? -1 : 1;
	if (x->fn.i != y->fn.i)
		return x->fn.i < y->fn.i ? -1 : 1;
	return (x->inst > y->inst) - (x->inst < y->inst);
}

static void finish_roots(struct points *r)
{
	uint32_t kept = 0;

	if (!r->field_root.n)
		return;
	qsort(r->field_root.at, r->field_root.n, sizeof *r->field_root.at, by_root);
	for (uint32_t i = 1; i < r->field_root.n; i++)
		if (by_root(&r->field_root.at[i], &r->field_root.at[kept]))
			r->field_root.at[++kept] = r->field_root.at[i];
	r->field_root.n = kept + 1;
}

/* Sorted by function, the first instance of each first; those that name an instance follow. */
static void sort_instances(struct build *b)
{
	struct points *r = b->r;
	uint32_t n = r->instance.n, nfns = b->p->fn.n, *fill, *to = arena_array(b->scratch, n, sizeof *to);
	struct instance *sorted = arena_array(b->arena, n, sizeof *sorted);

	r->first_instance = arena_array(b->arena, nfns + 1, sizeof *r->first_instance);
	for (uint32_t i = 1; i < n; i++)
		if (r->instance.at[i].fn.i < nfns)
			r->first_instance[r->instance.at[i].fn.i + 1]++;
	r->first_instance[1] = r->first_instance[0] = 1;
	for (uint32_t f = 1; f < nfns; f++)
		r->first_instance[f + 1] += r->first_instance[f];
	fill = arena_array(b->scratch, nfns + 1, sizeof *fill);
	memcpy(fill, r->first_instance, (nfns + 1) * sizeof *fill);
	for (uint32_t i = 1; i < n; i++)
		to[i] = fill[r->instance.at[i].fn.i]++;
	for (uint32_t i = 1; i < n; i++) {
		sorted[to[i]] = r->instance.at[i];
		sorted[to[i]].caller = to[r->instance.at[i].caller];
	}
	for (uint32_t i = 1; i < r->object.n; i++)
		r->object.at[i].instance = to[r->object.at[i].instance];
	r->instance.at = sorted;
	r->instance.cap = n;
}

static void finish(struct build *b)
{
	add_outside(b);
	outside_join(b);
	b->r->sym = (struct cell *)arena_copy(b->arena, (const char *)b->sym, b->p->sym.n * sizeof *b->sym);
	finish_sites(b);
	finish_roots(b->r);
	annotate_run(b);
	sort_instances(b);
	b->r->nparams = arena_array(b->arena, b->p->fn.n, sizeof *b->r->nparams);
	for (uint32_t f = 1; f < b->p->fn.n; f++)
		b->r->nparams[f] = b->info[f].nparams;
	if (diag_checks())
		solver_check(b->s);
	classes_freeze(b);
	stat_add(STAT_objects, b->r->object.n - 1);
	stat_add(STAT_classes, b->r->nclasses);
	stat_add(STAT_instances, b->r->instance.n - 1);
	stat_add(STAT_instantiated, b->replayed);
}

struct points *points_run(struct arena *arena, const struct program *p, const struct models *models, struct points_start start)
{
	struct points *r = arena_new(arena, struct points);
	struct arena scratch;
	struct solver solver;
	struct build b = { .r = r, .arena = arena, .scratch = &scratch, .p = p, .s = &solver, .strict = start.strict };

	*r = (struct points){ .arena = arena, .p = p, .models = models, .main = start.main, .offers_hidden = !exports_any(p) };
	find_started(r);
	arena_init(&scratch, "points.scratch");
	solver_init(&solver, &scratch);
	b.sym = arena_array(&scratch, p->sym.n, sizeof *b.sym);
	b.member = arena_array(&scratch, p->konst.n, sizeof *b.member);
	b.unsteady = arena_array(&scratch, p->konst.n, sizeof *b.unsteady);
	for (uint32_t i = 0; i < p->konst.n; i++)
		b.member[i].leaf.i = UINT32_MAX;
	intern_init(&b.records, &scratch);
	(void)vec_add(arena, &r->object);
	find_rows(&b);
	survey_run(&b);
	make_first_instances(&b);
	task_find(&b);
	start_variables(&b);
	replay_all(&b);
	solve(&b);
	origin_narrow(&b);
	finish(&b);
	r->robust = events_set_robust(p, r->row);
	arena_release(&scratch);
	return r;
}

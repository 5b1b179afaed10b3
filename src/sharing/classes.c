#include "sharing/classes.h"

#include "sharing/local/local.h"

/* ---- sets of threads ---- */

const uint32_t *who_get(const struct sharing *s, uint32_t who, uint32_t *n)
{
	*n = intern_length(&s->who, who) / sizeof(uint32_t);
	return (const uint32_t *)(const void *)intern_get(&s->who, who);
}

static uint32_t who_only(struct sharing *s, uint32_t thread)
{
	return intern_bytes(&s->who, &thread, sizeof thread);
}

bool who_is_all(const struct sharing *s, uint32_t who)
{
	uint32_t n;
	const uint32_t *t = who_get(s, who, &n);

	return n && !t[0];
}

bool who_has(const struct sharing *s, uint32_t who, uint32_t thread)
{
	uint32_t n;
	const uint32_t *t = who_get(s, who, &n);

	for (uint32_t i = 0; i < n; i++)
		if (!t[i] || t[i] == thread)
			return true;
	return false;
}

uint32_t who_both(struct sharing *s, uint32_t a, uint32_t b)
{
	uint32_t na, nb, n = 0, i = 0, j = 0, out[2 * WHO_MOST];
	const uint32_t *x = who_get(s, a, &na), *y = who_get(s, b, &nb);

	if (a == b || !b || who_is_all(s, a))
		return a;
	if (!a || who_is_all(s, b))
		return b;
	while (i < na || j < nb) {
		uint32_t t = j == nb || (i < na && x[i] <= y[j]) ? x[i] : y[j];
		i += i < na && x[i] == t;
		j += j < nb && y[j] == t;
		out[n++] = t;
	}
	return limit_over(LIMIT_sharing_threads, n) ? who_only(s, 0) : intern_bytes(&s->who, out, n * sizeof *out);
}

/* ---- who runs what ---- */

static uint32_t threads_of_function(struct sharing *s, uint32_t fn)
{
	const struct contexts *c = s->contexts;
	uint32_t who = 0;

	for (uint32_t k = c->first_by_fn[fn]; k < c->first_by_fn[fn + 1]; k++) {
		uint32_t n;
		const uint32_t *t = threads_of_context(s->threads, c->by_fn[k], &n);
		if (limit_over(LIMIT_sharing_threads, n))
			return who_only(s, 0);
		for (uint32_t i = 0; i < n; i++)
			who = who_both(s, who, who_only(s, t[i]));
	}
	return who;
}

/* A copy of a function is run by those who run the copy that calls it. Chains are followed upwards and filled in on the way
 * back. */
static void find_instances(struct sharing *s, struct arena *scratch)
{
	const struct points *pt = s->points;
	bool *known = arena_array(scratch, pt->instance.n, sizeof *known);
	uint32_t *stack = arena_array(scratch, pt->instance.n, sizeof *stack), depth = 0;

	s->instance_who = arena_array(s->arena, pt->instance.n, sizeof *s->instance_who);
	for (uint32_t f = 1; f < s->p->fn.n; f++) {
		uint32_t first = pt->first_instance[f];
		if (first < pt->first_instance[f + 1]) {
			s->instance_who[first] = threads_of_function(s, f);
			known[first] = true;
		}
	}
	for (uint32_t k = 0; k < pt->instance.n; k++) {
		uint32_t at = k;
		while (!known[at] && pt->instance.at[at].caller != at && depth < pt->instance.n) {
			stack[depth++] = at;
			known[at] = true;
			at = pt->instance.at[at].caller;
		}
		while (depth) {
			s->instance_who[stack[depth - 1]] = s->instance_who[at];
			at = stack[--depth];
		}
	}
}

bool thread_interrupts(const struct sharing *s, uint32_t thread)
{
	const struct root *r = &s->contexts->root.at[s->threads->thread.at[thread].root];

	if (r->kind == ROOT_INTERRUPT)
		return true;
	if (r->kind != ROOT_HANDLER)
		return false;
	switch (r->model) {
	case MODEL_KIND_SIGNAL:
	case MODEL_KIND_TIMER:
	case MODEL_KIND_IRQ:
	case MODEL_KIND_SOFTIRQ:
	case MODEL_KIND_TASKLET:
	case MODEL_KIND_HRTIMER:
	case MODEL_KIND_RCU:
	case MODEL_KIND_IPI:
	case MODEL_KIND_CALLBACK:
		return true;
	default:
		return false;
	}
}

/* ---- classes of points, and of variables that it does not need ---- */

uint32_t classes_all(const struct sharing *s)
{
	return s->points->nclasses + s->p->sym.n;
}

struct sym_id class_variable(const struct sharing *s, uint32_t class)
{
	return (struct sym_id){ class > s->points->nclasses ? class - s->points->nclasses : 0 };
}

struct cell cell_at(const struct sharing *s, uint32_t instance, struct ref r)
{
	struct cell c = points_value(s->points, instance, r);
	struct sym_id sym = { 0 };

	if (c.class)
		return c;
	if (ref_kind(r) == REF_SYM)
		sym.i = ref_index(r);
	else if (ref_kind(r) == REF_KONST && program_konst(s->p, (struct konst_id){ ref_index(r) })->kind == KONST_ADDR)
		sym = program_konst(s->p, (struct konst_id){ ref_index(r) })->sym;
	sym = sym.i ? sym_behind_alias(s->p, sym) : sym;
	if (sym.i && program_sym(s->p, sym)->kind == SYM_VARIABLE)
		c.class = s->points->nclasses + sym.i;
	return c;
}

/* ---- one pass over the instructions ---- */

struct pass {
	struct sharing *s;
	struct arena *scratch;
	const struct body *b;
	uint32_t instance;
	uint32_t who;
	struct map copied;   /* pairs of classes */
	struct map private;  /* function and call -> class + 1 of what each thread has its own of */
	struct map specific; /* names behind @ of which each thread has its own: values of thread-specific keys */
	bool is_root;
};

static struct cell cell_of(const struct pass *x, struct ref r)
{
	return cell_at(x->s, x->instance, r);
}

/* Whoever joins the thread gets it. */
static void note_returned(const struct pass *x, struct ref r)
{
	x->s->common[cell_of(x, r).class] = x->s->returned[cell_of(x, r).class] = true;
}

static void add_holder(struct sharing *s, uint32_t class, struct cell cell)
{
	struct holders *h = &s->holders[class];

	for (uint32_t i = 0; i < h->n && i < limit(LIMIT_sharing_holders); i++)
		if (h->cell[i].class == cell.class && h->cell[i].offset == cell.offset)
			return;
	if (h->n > HOLDERS_MOST)
		return;
	if (limit_full(LIMIT_sharing_holders, h->n))
		h->n = HOLDERS_MOST + 1;
	else
		h->cell[h->n++] = cell;
}

static void add_holder_everywhere(struct sharing *s, uint32_t class)
{
	s->holders[class].n = HOLDERS_MOST + 1;
}

static void add_site(struct sharing *s, struct stores *st, struct fn_id fn, uint32_t inst)
{
	if (st->nsites > limit(LIMIT_sharing_sites))
		return;
	for (uint32_t i = st->site; i && s->site.at[i].fn.i == fn.i; i = s->site.at[i].next)
		if (s->site.at[i].inst == inst)
			return; /* of another instance of the function */
	st->nsites++;
	if (limit_over(LIMIT_sharing_sites, st->nsites))
		return;
	*vec_add(s->arena, &s->site) = (struct store_site){ fn, inst, st->site };
	st->site = s->site.n - 1;
}

static void note_store(struct pass *x, uint32_t inst, struct ref address, struct ref value)
{
	struct sharing *s = x->s;
	struct cell at = cell_of(x, address), held = cell_of(x, value);
	uint32_t *id = map_at(s->arena, &s->store_of, map_pair(at.class, (uint32_t)at.offset));

	if (held.class)
		add_holder(s, held.class, at);
	if (*id)
		add_site(s, &s->stores.at[*id], x->b->fn, inst);
	if (!*id) {
		*vec_add(s->arena, &s->stores) = (struct stores){ .cell = at, .fn = x->b->fn, .inst = inst, .n = 1 };
		*id = s->stores.n - 1;
		add_site(s, &s->stores.at[*id], x->b->fn, inst);
	} else if (s->stores.at[*id].fn.i != x->b->fn.i || s->stores.at[*id].inst != inst) {
		s->stores.at[*id].n = 2;
	}
}

/* Zeros, and blocks that have moved, hold nothing that is held elsewhere, too. */
static bool spreads(const struct pass *x, const struct inst *in)
{
	struct sym_id callee = in->op == OP_call ? body_callee(x->s->p, x->b, in) : (struct sym_id){ 0 };
	int64_t byte;

	if (in->op == OP_memset)
		return !program_constant(x->s->p, body_arg(x->b, in, 1), &byte) || byte;
	for (const struct model_row *r = callee.i ? x->s->points->row[callee.i] : NULL; r; r = r->next)
		if (event_is(r, EVENT_REALLOC))
			return false;
	return true;
}

static void note_bulk(const struct pass *x, struct ref to, uint32_t inst)
{
	struct bulk *k = &x->s->bulk[cell_of(x, to).class];
	const struct inst *in = &x->b->inst.at[inst];
	bool copy = in->op == OP_memcpy, same = k->n && k->fn.i == x->b->fn.i && k->inst == inst;

	x->s->spread[cell_of(x, to).class] |= spreads(x, in);
	if (!same)
		*k = (struct bulk){ k->n || !copy ? 2 : 1, x->b->fn, inst };
}

/* Bytes are copied: whatever the source holds, the target may hold, anywhere. */
static void note_copy(struct pass *x, uint32_t inst, struct ref to, struct ref from)
{
	struct sharing *s = x->s;
	uint32_t n, into = cell_of(x, to).class, out_of = cell_of(x, from).class;
	uint32_t *seen = map_at(x->scratch, &x->copied, map_pair(into, out_of));
	const uint32_t *below;

	note_bulk(x, to, inst);
	if (*seen)
		return;
	*seen = 1;
	below = out_of <= s->points->nclasses ? points_below(s->points, out_of, &n) : NULL;
	for (uint32_t k = 0; below && out_of && k < n; k++)
		add_holder(s, below[k], (struct cell){ into, INT32_MIN });
}

static void note_access(const struct pass *x, struct ref address)
{
	uint32_t class = cell_of(x, address).class;

	x->s->class_who[class] = who_both(x->s, x->s->class_who[class], x->who);
}

/* An argument that is kept by something we cannot see. */
static void note_kept(struct pass *x, struct ref value)
{
	uint32_t class = cell_of(x, value).class;

	x->s->common[class] = true;
	add_holder_everywhere(x->s, class);
}

/* What a place of a row names, behind all its loads. */
static struct cell cell_behind(const struct pass *x, const struct place *at)
{
	struct cell c = cell_of(x, at->base);

	if (c.class && at->first)
		c = points_at(x->s->points, c, at->first);
	for (uint8_t k = 0; k < at->loads; k++)
		c = points_load(x->s->points, c);
	return c;
}

static void note_kept_place(struct pass *x, uint32_t inst, const struct model_place *place, bool spawn)
{
	struct place at = event_place(x->s->p, x->s->points->models, x->b, inst, place);
	struct cell c;

	if (!at.known || at.name || at.result)
		return;
	c = cell_behind(x, &at);
	x->s->common[c.class] = true;
	if (spawn)
		x->s->passed_on[c.class] = true;
	else
		add_holder_everywhere(x->s, c.class);
}

/* What an object holds is kept, not the object. */
static void note_kept_contents(struct pass *x, uint32_t inst, const struct model_place *place)
{
	struct place at = event_place(x->s->p, x->s->points->models, x->b, inst, place);
	uint32_t n = 0, class = at.known && !at.name && !at.result ? cell_of(x, at.base).class : 0;
	const uint32_t *below = class && class <= x->s->points->nclasses ? points_below(x->s->points, class, &n) : NULL;

	for (uint32_t k = 0; below && k < n; k++) {
		x->s->common[below[k]] = true;
		add_holder_everywhere(x->s, below[k]);
	}
}

/* What a row finds behind pointers in the memory that an argument leads to: the buffers of an iovec. */
static void note_behind(struct pass *x, uint32_t inst, const struct model_place *place, bool write)
{
	struct place at = event_place(x->s->p, x->s->points->models, x->b, inst, place);
	struct cell c;

	if (!at.known || at.name || at.result || !at.loads)
		return;
	c = cell_behind(x, &at);
	x->s->class_who[c.class] = who_both(x->s, x->s->class_who[c.class], x->who);
	if (write)
		x->s->bulk[c.class] = (struct bulk){ 2, x->b->fn, inst };
	x->s->spread[c.class] |= write;
}

static void note_atomic(struct pass *x, uint32_t inst, const struct model_row *r)
{
	struct place at = event_place(x->s->p, x->s->points->models, x->b, inst, &r->on);
	struct place value = event_place(x->s->p, x->s->points->models, x->b, inst, &r->value);

	if (at.known && value.known && !at.name && !at.result && !at.loads && value.value && !value.loads && !value.result &&
	    !value.name)
		note_store(x, inst, at.base, value.base);
}

/* An object of a library that the program keeps, a lock or a thread's id, is part of the memory that it lies in. */
static void note_object(const struct pass *x, const struct inst *in, const struct model_place *on)
{
	if (event_argument_number(on) && on->deref == 1 && !on->rest && !on->key)
		note_access(x, event_argument(x->b, in, on));
}

/* Rows name the argument that points to the attribute. */
static void note_attribute(const struct pass *x, const struct inst *in, const struct model_row *r)
{
	struct model_place on = r->attr;

	on.deref = 1;
	note_object(x, in, &on);
}

static void note_objects(const struct pass *x, const struct inst *in, const struct model_row *r)
{
	switch (event_kind(r)) {
	case EVENT_SPAWN:
		note_attribute(x, in, r);
		note_object(x, in, &r->id);
		break;
	case EVENT_INIT:
		note_attribute(x, in, r);
		note_object(x, in, &r->on);
		break;
	case EVENT_SETTYPE:
	case EVENT_DESTROY:
	case EVENT_RELEASE:
	case EVENT_SIGNAL:
	case EVENT_BROADCAST:
	case EVENT_ACQUIRE:
	case EVENT_UPGRADE:
	case EVENT_DOWNGRADE:
	case EVENT_WAIT:
	case EVENT_BARRIER:
	case EVENT_ONCE:
		note_object(x, in, &r->on);
		note_object(x, in, &r->with);
		break;
	default:
		break;
	}
}

static void note_row(struct pass *x, uint32_t inst, const struct model_row *r)
{
	const struct inst *in = &x->b->inst.at[inst];
	enum event_kind kind = event_kind(r);
	bool accesses = event_accesses(r), word = kind == EVENT_READS || kind == EVENT_ATOMIC;

	for (uint32_t k = 1; k < in->nargs && accesses; k++) {
		note_access(x, body_arg(x->b, in, k));
		if (!word && kind != EVENT_FREE)
			note_bulk(x, body_arg(x->b, in, k), inst);
	}
	if (accesses)
		note_behind(x, inst, &r->on, !word);
	note_objects(x, in, r);
	for (uint32_t k = 1; k < in->nargs && kind == EVENT_EXIT_THREAD; k++)
		note_kept(x, body_arg(x->b, in, k));
	if (event_has(r, TRAIT_HANDS_OVER)) {
		note_kept_place(x, inst, &r->arg, kind == EVENT_SPAWN);
		note_kept_place(x, inst, &r->arg2, kind == EVENT_SPAWN);
		note_kept_place(x, inst, &r->arg3, kind == EVENT_SPAWN);
		note_kept_place(x, inst, &r->task, kind == EVENT_SPAWN);
		if (event_publishes_contents(r))
			note_kept_contents(x, inst, &r->value);
		else
			note_kept_place(x, inst, &r->value, kind == EVENT_SPAWN);
	}
	if (kind == EVENT_ATOMIC)
		note_atomic(x, inst, r);
	if (kind == EVENT_PRIVATE && r->kind == MODEL_KIND_THREAD) {
		if (event_hidden(&r->on))
			map_put(x->scratch, &x->specific, event_hidden(&r->on), 1);
		if (event_hidden(&r->value))
			map_put(x->scratch, &x->specific, event_hidden(&r->value), 1);
	}
	if (event_gives_own(r))
		map_put(x->scratch, &x->private, map_pair(x->b->fn.i, inst),
			cell_of(x, ref_make(REF_VALUE, body_value(x->b, inst))).class + 1);
}

static void note_target(struct pass *x, uint32_t inst, struct sym_id target)
{
	const struct inst *in = &x->b->inst.at[inst];
	const struct model_row *r = x->s->points->row[target.i];

	for (const struct model_row *k = r; k; k = k->next)
		note_row(x, inst, k);
	if (r || program_sym(x->s->p, target)->fn.i)
		return;
	for (uint32_t k = 1; k < in->nargs; k++) {
		note_access(x, body_arg(x->b, in, k));
		note_kept(x, body_arg(x->b, in, k));
		note_bulk(x, body_arg(x->b, in, k), inst);
	}
}

static void note_call(struct pass *x, uint32_t inst)
{
	const struct inst *in = &x->b->inst.at[inst];
	struct sym_id callee = body_callee(x->s->p, x->b, in);
	uint32_t n, resolved = callee.i != 0;
	const struct site *site = points_sites(x->s->points, x->b->fn, inst, &n);

	if (callee.i)
		note_target(x, inst, callee);
	for (uint32_t k = 0; k < n && !callee.i; k++)
		for (uint32_t t = 0; site[k].kind == SITE_CALL && t < site[k].ntargets; t++, resolved++)
			note_target(x, inst, x->s->points->target.at[site[k].target + t]);
	for (uint32_t k = 1; k < in->nargs && !resolved; k++)
		note_kept(x, body_arg(x->b, in, k));
}

static void note_asm(struct pass *x, uint32_t inst)
{
	const struct inst *in = &x->b->inst.at[inst];
	uint32_t pointers = 0;

	for (uint32_t k = 0; k < in->nargs; k++)
		pointers += cell_of(x, body_arg(x->b, in, k)).class != 0;
	for (uint32_t k = 0; k < in->nargs; k++) {
		note_access(x, body_arg(x->b, in, k));
		note_bulk(x, body_arg(x->b, in, k), inst);
		if (pointers > 1)
			note_kept(x, body_arg(x->b, in, k));
	}
}

/* A pointer of which a number is made that points follows no further. */
static void note_disguised(struct pass *x, const struct inst *in)
{
	for (uint32_t k = 0; k < in->nargs; k++)
		note_kept(x, body_arg(x->b, in, k));
}

static bool is_wide(const struct pass *x, struct type_id type)
{
	const struct type *t = program_type(x->s->p, type_strip(x->s->p, type));

	return type.i && (t->kind == TYPE_INT || t->kind == TYPE_STRUCT || t->kind == TYPE_ARRAY) && t->size > 64;
}

static void note_inst(struct pass *x, uint32_t inst)
{
	const struct inst *in = &x->b->inst.at[inst];
	uint32_t first, n;

	local_addresses(in, &first, &n);
	for (uint32_t k = first; k < first + n && in->op != OP_call && in->op != OP_asm && in->op != OP_asm_goto; k++)
		note_access(x, body_arg(x->b, in, k));
	switch (in->op) {
	case OP_store:
	case OP_rmw:
	case OP_cmpxchg:
		note_store(x, inst, body_arg(x->b, in, 0), body_arg(x->b, in, in->op == OP_cmpxchg ? 2 : 1));
		if (is_wide(x, in->type)) /* the value stands for a record, and holds what that holds */
			note_copy(x, inst, body_arg(x->b, in, 0), body_arg(x->b, in, in->op == OP_cmpxchg ? 2 : 1));
		break;
	case OP_memcpy:
		note_copy(x, inst, body_arg(x->b, in, 0), body_arg(x->b, in, 1));
		break;
	case OP_memset:
		note_bulk(x, body_arg(x->b, in, 0), inst);
		break;
	case OP_call:
		note_call(x, inst);
		break;
	case OP_asm:
	case OP_asm_goto:
		note_asm(x, inst);
		break;
	case OP_binary:
		if (in->sub != BINARY_add && in->sub != BINARY_sub && in->sub != BINARY_and)
			note_disguised(x, in);
		break;
	case OP_ret:
		if (x->is_root && in->nargs)
			note_returned(x, body_arg(x->b, in, 0));
		break;
	default:
		break;
	}
}

static void pass_function(struct pass *x, uint32_t fn)
{
	const struct points *pt = x->s->points;
	struct arena bodies;
	struct body b = { 0 };

	arena_init(&bodies, "sharing.body");
	body_get(&bodies, x->s->p, (struct fn_id){ fn }, &b);
	x->b = &b;
	for (x->instance = pt->first_instance[fn]; x->instance < pt->first_instance[fn + 1]; x->instance++) {
		x->who = x->s->instance_who[x->instance];
		for (uint32_t i = 0; i < b.inst.n; i++)
			note_inst(x, i);
	}
	arena_release(&bodies);
}

/* ---- objects ---- */

static bool is_own_variable(const struct sharing *s, const struct sym *v)
{
	const char *section = program_str(s->p, v->section);

	if (v->flags & SYM_THREAD_LOCAL)
		return true;
	return v->section.i && model_find_in(s->points->models, MODEL_PERCPU_SPACE, MODEL_SECTION, section);
}

/* `private *r`: each thread gets another object from this call. */
static bool is_private_result(const struct pass *x, const struct object *o)
{
	return map_get(&x->private, map_pair(o->fn.i, o->inst)) == o->cell.class + 1;
}

static bool starts_common(const struct pass *x, const struct object *o)
{
	const struct sharing *s = x->s;

	switch (o->kind) {
	case OBJECT_VARIABLE: /* what a constant leads to is a variable or a function by itself */
		return !(program_sym(s->p, o->sym)->flags & SYM_CONSTANT) && !is_own_variable(s, program_sym(s->p, o->sym));
	case OBJECT_OUTSIDE:
		return !is_private_result(x, o);
	case OBJECT_NAMED:
		return !map_get(&x->specific, o->inst);
	default:
		return false;
	}
}

/* What variables hold from the start. */
static void note_initialisers(struct sharing *s)
{
	for (uint32_t v = 1; v < s->p->sym.n; v++) {
		const struct sym *sym = &s->p->sym.at[v];
		struct cell at;
		if (sym->kind != SYM_VARIABLE || !sym->nrelocs)
			continue;
		at = points_sym(s->points, (struct sym_id){ v });
		for (uint32_t k = sym->reloc; k < sym->reloc + sym->nrelocs; k++) {
			struct sym_id to = sym_behind_alias(s->p, s->p->reloc.at[k].sym);
			struct cell held = points_sym(s->points, to);
			if (held.class)
				add_holder(s, held.class, points_at(s->points, at, (int64_t)s->p->reloc.at[k].offset));
		}
	}
}

/* Everything below what is common is common. */
static void close_common(struct sharing *s, struct arena *scratch)
{
	uint32_t *stack = arena_array(scratch, s->points->nclasses + 1, sizeof *stack), depth = 0;

	s->common[0] = false;
	for (uint32_t c = 1; c <= s->points->nclasses; c++)
		if (s->common[c])
			stack[depth++] = c;
	while (depth) {
		uint32_t n;
		const uint32_t *below = points_below(s->points, stack[--depth], &n);
		for (uint32_t k = 0; k < n; k++)
			if (!s->common[below[k]]) {
				s->common[below[k]] = true;
				stack[depth++] = below[k];
			}
	}
}

/* Are all values of thread-specific keys their thread's own? */
static bool specific_is_own(const struct pass *x)
{
	const struct sharing *s = x->s;
	bool own = true;

	for (uint32_t o = 1; o < s->points->object.n; o++) {
		const struct object *k = &s->points->object.at[o];
		uint32_t n = 0;
		const uint32_t *below;
		if (k->kind != OBJECT_NAMED || !map_get(&x->specific, k->inst))
			continue;
		below = points_below(s->points, k->cell.class, &n);
		for (uint32_t i = 0; i < n; i++)
			own &= !s->common[below[i]];
		own &= !s->common[k->cell.class];
	}
	return own;
}

static uint8_t private_word(const struct sharing *s, uint32_t class)
{
	uint32_t n;
	const uint32_t *o = points_objects(s->points, class, &n);
	uint8_t word = WHOSE_SHARED;

	for (uint32_t k = 0; k < n; k++) {
		const struct object *x = &s->points->object.at[o[k]];
		if (x->kind == OBJECT_VARIABLE && program_sym(s->p, x->sym)->flags & SYM_CONSTANT)
			continue;
		switch (x->kind) {
		case OBJECT_VARIABLE:
		case OBJECT_OUTSIDE:
			return WHOSE_TLS;
		case OBJECT_STACK:
			word = word == WHOSE_FRESH ? word : WHOSE_STACK;
			break;
		case OBJECT_HEAP:
			word = WHOSE_FRESH;
			break;
		default:
			break;
		}
	}
	return word;
}

/* A signal handler runs in the thread whose memory it is, between any two of its instructions. */
static bool is_interrupted(const struct sharing *s, uint32_t who)
{
	uint32_t n;
	const uint32_t *t = who_get(s, who, &n);

	if (who_is_all(s, who)) {
		for (uint32_t k = 1; k < s->threads->thread.n; k++)
			if (thread_interrupts(s, k))
				return true;
		return false;
	}
	for (uint32_t k = 0; k < n; k++)
		if (thread_interrupts(s, t[k]))
			return true;
	return false;
}

static void find_private(struct sharing *s)
{
	for (uint32_t v = 1; v < s->p->sym.n; v++)
		s->common[s->points->nclasses + v] =
		    s->p->sym.at[v].kind == SYM_VARIABLE && !is_own_variable(s, &s->p->sym.at[v]);
	for (uint32_t c = 1; c <= classes_all(s); c++) {
		if (s->common[c])
			continue;
		s->private[c] = class_variable(s, c).i ? WHOSE_TLS : private_word(s, c);
		if (s->private[c] == WHOSE_TLS && is_interrupted(s, s->class_who[c]))
			s->private[c] = WHOSE_SHARED;
	}
}

const struct stores *stores_get(const struct sharing *s, struct cell c)
{
	uint32_t id = map_get(&s->store_of, map_pair(c.class, (uint32_t)c.offset));

	return id ? &s->stores.at[id] : NULL;
}

static void make_tables(struct sharing *s)
{
	uint32_t n = classes_all(s) + 1;

	intern_init(&s->who, s->arena);
	s->common = arena_array(s->arena, n, sizeof *s->common);
	s->passed_on = arena_array(s->arena, n, sizeof *s->passed_on);
	s->returned = arena_array(s->arena, n, sizeof *s->returned);
	s->bulk = arena_array(s->arena, n, sizeof *s->bulk);
	s->spread = arena_array(s->arena, n, sizeof *s->spread);
	s->candidate = arena_array(s->arena, n, sizeof *s->candidate);
	s->untakeable = arena_array(s->arena, n, sizeof *s->untakeable);
	s->private = arena_array(s->arena, n, sizeof *s->private);
	s->class_who = arena_array(s->arena, n, sizeof *s->class_who);
	s->holders = arena_array(s->arena, n, sizeof *s->holders);
	(void)vec_add(s->arena, &s->stores);
	(void)vec_add(s->arena, &s->site);
}

void classes_run(struct sharing *s)
{
	struct arena scratch;
	struct pass x = { .s = s, .scratch = &scratch };
	bool *is_root;

	arena_init(&scratch, "sharing.classes");
	make_tables(s);
	find_instances(s, &scratch);
	is_root = arena_array(&scratch, s->p->fn.n, sizeof *is_root);
	for (uint32_t r = 1; r < s->contexts->root.n; r++)
		is_root[program_sym(s->p, s->contexts->root.at[r].fn)->fn.i] = true;
	for (uint32_t f = 1; f < s->p->fn.n; f++) {
		x.is_root = is_root[f];
		pass_function(&x, f);
	}
	for (uint32_t o = 1; o < s->points->object.n; o++)
		if (starts_common(&x, &s->points->object.at[o]))
			s->common[s->points->object.at[o].cell.class] = true;
	note_initialisers(s);
	close_common(s, &scratch);
	s->specific_own = specific_is_own(&x);
	find_private(s);
	arena_release(&scratch);
}

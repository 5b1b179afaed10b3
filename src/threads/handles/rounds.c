/* What is read twice, and stored to between the rounds of a program that makes its threads again and again:
 *
 *     for (;;) { d->n = ask(); d->t = make(d->n);       stored to while none of the threads is there
 *                start(d);                              for (i = 0; i < d->n; i++) create(&d->t[i]->id, ..)
 *                serve(d);
 *                stop(d); }                             for (i = 0; i < d->n; i++) join(d->t[i]->id)
 *
 * The joins wait for all threads if nothing is stored to d->n, d->t and d->t[i] while threads are there; and nothing is, if the
 * joins wait for all. Both are supposed, and the stores are looked at: each must be made by the one thread that starts and joins
 * them, where by what is supposed none of them is there. What is contradicted is given up, with all that followed, until nothing
 * is. What is left holds, by induction over time: let a store be the first that is made while threads of its set are there. All
 * loops of joins that were left before read what was there when their threads were started, so they have waited for them. But on
 * every way to the store a loop of joins lies behind each loop of starts; so none is there.
 *
 * A member of a record is stored to by its name, or with the whole record; its address must not be used otherwise than by loads
 * and stores. Where points tells its class from most others, whatever is stored there counts. What is stored to the pointer to
 * the array must be a new block or null, and that pointer must not go anywhere but to loads, stores and `free`, which counts as a
 * store; what is stored to elements must come out of a call in that round. No member of a union, nor elements of an array that a
 * variable leads to, is looked at. Both loops must read near (origin.h), from one record in the run. Assumed: where points does
 * not tell its class from others, nobody writes to such a record as to something else, or over it by a number of bytes that is
 * not its size; and as in alive.c, a call that makes records for elements makes a new one each time, and handles stay where the
 * start has put them. */
#include "threads/values/memory.h"

#include "threads/values/branch.h"
#include "code/loop.h"

/* ---- stores ---- */

struct store {
	uint32_t part; /* of seek */
	struct fn_id fn;
	uint32_t inst;
};

/* What a member is in points: a class of few objects, so that whatever is stored there counts, by whichever name. */
struct watch {
	uint32_t part;
	struct cell cell;
	int64_t bytes;
};

enum { MOST_CELLS = 16, FEW_OBJECTS = 8 }; /* MOST_CELLS: the most that limits.def allows */

/* The members that are asked about, and what is done to them in the whole program. Each has two parts: 2 * its number is the
 * member itself, one more the elements of the array that it leads to. */
struct seek {
	struct running *r;
	struct arena *scratch;
	VEC(uint32_t) member; /* KONST_MEMBER */
	VEC(struct store) store;
	VEC(bool) leaks; /* by part */
	VEC(struct watch) watch;
	bool *watched; /* by class */
	struct fn_id fn;
	struct body body;
	uint32_t *is; /* by value: 1 + part whose address it is, of some element in the second case; 0: none */
};

/* Of a load or store; 0: not known. */
static int64_t bytes_of(const struct running *r, const struct inst *in)
{
	return !in->type.i ? 0 : (int64_t)((program_type(r->p, type_strip(r->p, in->type))->size + 7) / 8);
}

static uint32_t member_index(const struct seek *s, uint32_t member)
{
	for (uint32_t i = 0; i < s->member.n; i++)
		if (s->member.at[i] == member)
			return i;
	return UINT32_MAX;
}

static uint32_t kind_of(const struct seek *s, struct ref ref)
{
	return ref_kind(ref) == REF_VALUE ? s->is[ref_index(ref)] : 0;
}

/* Does the call make its result, or free what this operand points to? */
static bool makes_or_frees(const struct seek *s, const struct inst *in, uint32_t operand)
{
	struct ref callee = in->op == OP_call ? body_arg(&s->body, in, 0) : ref_make(REF_NONE, 0);
	const struct model_row *row =
	    ref_kind(callee) == REF_SYM ? points_rows(s->r->c->points, (struct sym_id){ ref_index(callee) }) : NULL;

	for (; row; row = row->next)
		if (operand ? event_is(row, EVENT_FREE) && event_argument_number(&row->on) == operand
			    : event_is(row, EVENT_ALLOC) && event_makes_result(row))
			return true;
	return false;
}

static uint32_t derived(const struct seek *s, const struct inst *in)
{
	uint32_t from = in->nargs ? kind_of(s, body_arg(&s->body, in, 0)) : 0, member;

	if (in->op == OP_field && in->nwords == 4 && (member = member_index(s, s->body.word.at[in->word + 3])) != UINT32_MAX)
		return 1 + 2 * member;
	if (in->op == OP_copy || in->op == OP_cast)
		return from;
	if (in->op == OP_load && from & 1)
		return from + 1;
	return (in->op == OP_index || in->op == OP_field) && from && !(from & 1) ? from : 0;
}

/* A new block that becomes the array is one from the beginning; so its other uses are looked at. Anything else that is stored
 * there, except null, may be known elsewhere. */
static bool make_array(struct seek *s, const struct inst *in, uint32_t is)
{
	struct ref value = body_arg(&s->body, in, 1);
	uint32_t def = ref_kind(value) == REF_VALUE ? body_inst(&s->body, ref_index(value)) : UINT32_MAX;
	int64_t number;

	if ((program_constant(s->r->p, value, &number) && !number) ||
	    (ref_kind(value) == REF_KONST && program_konst(s->r->p, (struct konst_id){ ref_index(value) })->kind == KONST_NULL) ||
	    kind_of(s, value) == is + 1)
		return false;
	if (def == UINT32_MAX || !makes_or_frees(s, &s->body.inst.at[def], 0) || s->is[ref_index(value)]) {
		s->leaks.at[is] = true; /* of the elements */
		return false;
	}
	s->is[ref_index(value)] = is + 1;
	return true;
}

static bool derive(struct seek *s)
{
	bool changed = true, any = false;

	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < s->body.inst.n; i++) {
			const struct inst *in = &s->body.inst.at[i];
			uint32_t value = body_value(&s->body, i), is = s->is[value] ? 0 : derived(s, in);
			if (is) {
				s->is[value] = is;
				any = changed = true;
			}
			is = in->op == OP_store ? kind_of(s, body_arg(&s->body, in, 0)) : 0;
			if (is & 1)
				changed |= make_array(s, in, is);
		}
	}
	return any;
}

static void add_store(struct seek *s, uint32_t part, uint32_t inst)
{
	*vec_add(s->scratch, &s->store) = (struct store){ part, s->fn, inst };
}

/* Each element gets a record of its own if what is stored comes out of a call, in the same round of the loop. */
static bool is_distinct(const struct seek *s, uint32_t inst)
{
	struct ref value = body_arg(&s->body, &s->body.inst.at[inst], 1);
	uint32_t def = ref_kind(value) == REF_VALUE ? body_inst(&s->body, ref_index(value)) : UINT32_MAX, from, to;
	const struct code *code;

	if (ref_kind(value) == REF_KONST)
		return true;
	if (def == UINT32_MAX || s->body.inst.at[def].op != OP_call)
		return false;
	code = code_get(s->r->shapes, s->fn);
	from = code_block(code, inst);
	to = code_block(code, def);
	return from == to || !block_leads_to(&code->body, from, from, to); /* no round that does not pass the call */
}

static void use(struct seek *s, uint32_t inst, uint32_t operand, uint32_t is)
{
	const struct inst *in = &s->body.inst.at[inst];

	switch (in->op) {
	case OP_store:
		if (operand && is && !(is & 1) && kind_of(s, body_arg(&s->body, in, 0)) == is - 1)
			return; /* the array into its member */
		if (operand || (!(is & 1) && !is_distinct(s, inst)))
			break;
		add_store(s, is - 1, inst);
		return;
	case OP_rmw:
	case OP_cmpxchg:
		if (operand)
			break;
		add_store(s, is - 1, inst);
		return;
	case OP_load:
	case OP_compare:
		return;
	case OP_copy:
	case OP_cast:
	case OP_index:
	case OP_field:
		if (!operand && s->is[body_value(&s->body, inst)])
			return;
		break;
	case OP_call:
		if (!makes_or_frees(s, in, operand))
			break;
		add_store(s, is - 1, inst);
		return;
	default:
		break;
	}
	s->leaks.at[is - 1] = true;
}

/* Through a pointer to something else, or to the record as bytes; bytes 0: nobody knows how many. */
static void use_class(struct seek *s, uint32_t inst, int64_t bytes)
{
	struct cell cell[MOST_CELLS];
	uint32_t n = points_cells(s->r->c->points, s->fn, body_arg(&s->body, &s->body.inst.at[inst], 0), cell,
				  limit(LIMIT_threads_cells));

	for (uint32_t i = 0; i < n && !limit_full(LIMIT_threads_cells, i); i++)
		for (uint32_t w = 0; s->watched[cell[i].class] && w < s->watch.n; w++) {
			const struct watch *x = &s->watch.at[w];
			int64_t between = (int64_t)cell[i].offset - (int64_t)x->cell.offset;
			if (x->cell.class == cell[i].class && (!bytes || (between < x->bytes && -between < bytes)))
				add_store(s, x->part, inst);
		}
}

/* The whole record is written over: of the size of that record, or of one that is not known. */
static void use_bulk(struct seek *s, uint32_t inst)
{
	const struct inst *in = &s->body.inst.at[inst];
	int64_t bytes = 0;
	bool known = program_constant(s->r->p, body_arg(&s->body, in, 2), &bytes);

	for (uint32_t i = 0; known && i < s->member.n; i++) {
		const struct konst *k = program_konst(s->r->p, (struct konst_id){ s->member.at[i] });
		if ((int64_t)(program_type(s->r->p, type_strip(s->r->p, k->type))->size / 8) == bytes)
			add_store(s, 2 * i, inst);
	}
}

static void seek_function(struct seek *s)
{
	struct arena scratch;
	bool any;

	arena_init(&scratch, "threads scratch");
	s->body = (struct body){ 0 };
	body_get(&scratch, s->r->p, s->fn, &s->body);
	s->is = arena_array(&scratch, body_value(&s->body, s->body.inst.n), sizeof *s->is);
	any = derive(s);
	for (uint32_t i = 0; i < s->body.inst.n; i++) {
		const struct inst *in = &s->body.inst.at[i];
		if (in->op == OP_memcpy || in->op == OP_memset) {
			use_bulk(s, i);
			use_class(s, i, 0);
		}
		if (in->op == OP_store || in->op == OP_rmw || in->op == OP_cmpxchg)
			use_class(s, i, bytes_of(s->r, in));
		for (uint32_t k = 0; any && k < in->nargs; k++) {
			uint32_t is = kind_of(s, body_arg(&s->body, in, k));
			if (is)
				use(s, i, k, is);
		}
	}
	arena_release(&scratch);
}

static void seek_member(struct seek *s, uint32_t member)
{
	const struct konst *k = program_konst(s->r->p, (struct konst_id){ member });
	bool shared = program_type(s->r->p, type_strip(s->r->p, k->type))->kind == TYPE_UNION;

	*vec_add(s->scratch, &s->member) = member;
	*vec_add(s->scratch, &s->leaks) = shared;
	*vec_add(s->scratch, &s->leaks) = shared;
}

static void watch_member(struct seek *s, const struct dep *d)
{
	const struct points *pt = s->r->c->points;
	struct fn_id fn = context_of(s->r, d->at.context)->fn;
	const struct code *code = code_get(s->r->shapes, fn);
	const struct inst *load = &code->body.inst.at[d->at.inst];
	struct cell cell[MOST_CELLS];
	uint32_t n = points_cells(pt, fn, body_arg(&code->body, load, 0), cell, limit(LIMIT_threads_cells)), objects;

	for (uint32_t i = 0; i < n && !limit_full(LIMIT_threads_cells, i); i++) {
		(void)points_objects(pt, cell[i].class, &objects);
		if (objects > FEW_OBJECTS)
			continue;
		*vec_add(s->scratch, &s->watch) = (struct watch){ 2 * member_index(s, d->member), cell[i], bytes_of(s->r, load) };
		s->watched[cell[i].class] = true;
	}
}

static void seek_stores(struct seek *s, const struct threads_supposed *at, uint32_t n)
{
	s->watched = arena_array(s->scratch, s->r->c->points->nclasses + 1, sizeof *s->watched);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < at[i].dep.n; k++) {
			const struct dep *d = &at[i].dep.at[k];
			if (d->member && member_index(s, d->member) == UINT32_MAX)
				seek_member(s, d->member);
			if (d->member && !d->elements)
				watch_member(s, d);
		}
	for (uint32_t f = 1; s->member.n && f < s->r->p->fn.n; f++) {
		s->fn.i = f;
		seek_function(s);
	}
}

/* ---- when they are made ---- */

/* Only one class executes the instruction, of one thread, that alone starts the slot's threads; and none of them is there. */
static bool is_over(struct running *r, const struct tables *t, struct fn_id fn, uint32_t inst, uint32_t slot)
{
	for (uint32_t k = r->c->first_by_fn[fn.i]; k < r->c->first_by_fn[fn.i + 1]; k++) {
		uint32_t context = r->c->by_fn[k], set = r->threads_of[context], v;
		for (uint32_t w = bits_next(&r->bits, set, 1); w != UINT32_MAX; w = bits_next(&r->bits, set, w + 1)) {
			if (r->class.at[w].free || r->t->thread.at[w].multiplicity != THREAD_ONE)
				return false;
			for (uint32_t i = 0; i < r->child.n; i++)
				if ((r->child.at[i].slot == slot || r->child.at[i].within == slot) && r->child.at[i].thread != w)
					return false;
			v = entry_vector(t, &r->class.at[w], w, context);
			v = vector_compose(&r->vectors, v, passage_before(t, context, inst));
			if (v != VECTOR_BOTTOM && spawn_alive(vector_value(&r->vectors, v, slot)))
				return false;
		}
	}
	return true;
}

/* By its name. */
static bool variable_quiet(struct running *r, const struct tables *t, const struct dep *d, uint32_t slot)
{
	const struct variable *v = memory_variable(r, (struct sym_id){ d->sym });

	for (uint32_t i = 0; i < v->store.n; i++)
		if (!d->elements && v->store.at[i].offset == d->offset &&
		    !is_over(r, t, v->store.at[i].fn, v->store.at[i].inst, slot))
			return false;
	for (uint32_t i = 0; d->elements && i < v->element.n; i++)
		if (v->element.at[i].offset == d->offset && !dep_excepts(d, v->element.at[i].fn, v->element.at[i].inst) &&
		    !is_over(r, t, v->element.at[i].fn, v->element.at[i].inst, slot))
			return false;
	return true;
}

static bool is_quiet(const struct seek *s, const struct tables *t, const struct dep *d, uint32_t slot)
{
	uint32_t part;

	if (d->sym && !variable_quiet(s->r, t, d, slot))
		return false;
	if (d->sym && !d->elements && !memory_variable(s->r, (struct sym_id){ d->sym })->escapes)
		return true;
	if (!d->member) /* where an array's pointer goes is not known of variables */
		return false;
	part = 2 * member_index(s, d->member) + d->elements;
	for (uint32_t i = 0; i < s->store.n; i++)
		if (s->store.at[i].part == part && !dep_excepts(d, s->store.at[i].fn, s->store.at[i].inst) &&
		    !is_over(s->r, t, s->store.at[i].fn, s->store.at[i].inst, slot))
			return false;
	return !s->leaks.at[part];
}

/* ---- what is supposed ---- */

static struct tables tables_with(struct running *r, const struct threads_supposed *at, uint32_t n)
{
	struct tables now = r->now, tables;

	r->now = (struct tables){ 0 };
	for (uint32_t i = 0; i < now.effect.n; i++)
		effect_add(r, now.effect.at[i]);
	for (uint32_t i = 0; i < n; i++)
		if (at[i].holds)
			effect_add(r, at[i].effect);
	effects_early(r);
	passages_run(r);
	entries_make(r);
	tables = r->now;
	r->now = now;
	return tables;
}

static bool contradicted(const struct seek *s, const struct tables *t, const struct threads_supposed *x)
{
	for (uint32_t i = 0; i < x->dep.n; i++)
		if (!is_quiet(s, t, &x->dep.at[i], x->effect.slot))
			return true;
	return false;
}

/* True: something was given up. */
static bool try(struct running *r, const struct seek *s, struct threads_supposed *at, uint32_t n)
{
	struct tables t = tables_with(r, at, n);
	bool given_up = false;

	for (uint32_t i = 0; i < n; i++)
		if (at[i].holds && contradicted(s, &t, &at[i])) {
			at[i].holds = false;
			given_up = true;
		}
	return given_up;
}

void rounds_suppose(struct running *r, struct threads_supposed *at, uint32_t n)
{
	struct arena scratch;
	struct seek s = { .r = r, .scratch = &scratch };
	bool *flows = arena_array(r->arena, r->class.n, sizeof *flows);
	uint32_t trials = 0;

	if (!n)
		return;
	arena_init(&scratch, "threads scratch");
	seek_stores(&s, at, n);
	for (uint32_t k = 1; k < r->class.n; k++)
		flows[k] = r->class.at[k].flows;
	while (try(r, &s, at, n)) {
		bool late = limit_full(LIMIT_threads_trials, ++trials);
		for (uint32_t i = 0; late && i < n; i++)
			at[i].holds = false;
	}
	for (uint32_t k = 1; k < r->class.n; k++)
		r->class.at[k].flows = flows[k];
	arena_release(&scratch);
}

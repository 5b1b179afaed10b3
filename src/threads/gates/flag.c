/* Flags as gates: whoever has seen a number that only T1, of which there is one, stores, is behind one of T1's stores of it.
 *
 *     T1:  a;  store ready = 1 (release)        T2:  while (!load ready (acquire)) ;  b
 *
 * At a branch on a load, each way says which numbers it may have been: `openings`, the stores whose number passes. If what is
 * there at the start does not pass, one of these was seen. Only if the two are ordered: acquire and release, fences around
 * relaxed ones, or a lock that both hold. A function that returns what it loaded is as good as the load where its result is
 * tested.
 *
 * A number that only steps, by one, may be passed when enough steps were made: if every thread makes one at most, and there are
 * no more threads than the test needs steps, all of them have made theirs (latches, "all are ready").
 *
 * Looked at are variables that are used by name only, and objects that pointers lead to if nothing else may be meant (cells.c).
 * A block may hold 0 at first; of other numbers in it, and of stack slots, assumed is that they are stored before they are
 * read. */
#include "threads/gates/flag.h"

#include "base/recogniser.h"
#include "threads/values/branch.h"

/* What a way at a branch says of a load. */
struct threads_seen {
	const struct variable_use *load;
	struct test test;	/* holds on the way */
	int64_t step;		/* of a load that is a step: the test is of what it left there */
	uint32_t fn, from, to; /* the way, in the function of the load, or one that calls it: */
	uint32_t call;		/* there; UINT32_MAX: none */
};

static uint32_t size_of(const struct running *r, struct type_id type)
{
	const struct type *t = program_type(r->p, type_strip(r->p, type));

	return (t->kind == TYPE_INT || t->kind == TYPE_POINTER) && t->size && t->size <= 64 ? (uint32_t)t->size : 0;
}

static const struct inst *inst_of(const struct running *r, const struct variable_use *u)
{
	return &code_get(r->shapes, u->fn)->body.inst.at[u->inst];
}

/* ---- which stores open it ---- */

static bool is_bulk(const struct inst *in)
{
	return in->op == OP_memset || in->op == OP_memcpy;
}

static int64_t bytes_of(const struct running *r, const struct variable_use *u)
{
	const struct code *code = code_get(r->shapes, u->fn);
	const struct inst *in = &code->body.inst.at[u->inst];
	int64_t bytes = 0;

	if (is_bulk(in))
		return program_constant(r->p, body_arg(&code->body, in, 2), &bytes) ? bytes : INT32_MAX;
	bytes = in->type.i ? (int64_t)((program_type(r->p, type_strip(r->p, in->type))->size + 7) / 8) : 0;
	return bytes > 8 ? bytes : 8;
}

/* Is the flag stored to, and all of it? */
bool flag_is_stored(const struct running *r, const struct flag *f, const struct variable_use *u)
{
	if (is_bulk(inst_of(r, u)))
		return u->offset <= f->offset && f->offset + (f->bits + 7) / 8 <= u->offset + bytes_of(r, u);
	return u->offset == f->offset;
}

bool flag_touches(const struct running *r, const struct flag *f, const struct variable_use *u)
{
	return u->offset < f->offset + (f->bits + 7) / 8 && f->offset < u->offset + bytes_of(r, u);
}

/* May the store be the one that was seen? */
bool flag_may_pass(const struct running *r, const struct flag *f, const struct variable_use *u, const struct test *t)
{
	const struct code *code = code_get(r->shapes, u->fn);
	const struct inst *in = &code->body.inst.at[u->inst];
	uint32_t operand = in->op == OP_cmpxchg ? 2 : 1;
	int64_t number;

	if (is_bulk(in))
		return !filled_number(r, f, u, &number) || test_holds(t, number);
	if (in->op == OP_rmw && in->sub != RMW_xchg)
		return true;
	if (program_constant(r->p, body_arg(&code->body, in, operand), &number))
		return test_holds(t, number);
	return t->compare != COMPARE_eq || t->number ||
	       !RECOGNISED(threads_used, used_before(r, u->fn, u->inst, body_arg(&code->body, in, operand)));
}

/* False: other parts of memory may be stored to along with it. */
static bool find_openings(const struct running *r, const struct flag *f, const struct test *t, uint64_t *stores)
{
	*stores = 0;
	for (uint32_t i = 0; i < f->v->store.n; i++) {
		const struct variable_use *u = &f->v->store.at[i];
		const struct inst *in = inst_of(r, u);
		if (!flag_is_stored(r, f, u)) {
			if (flag_touches(r, f, u))
				return false;
			continue;
		}
		if (!is_bulk(in) && (in->nwords || (in->op != OP_cmpxchg && size_of(r, in->type) != f->bits)))
			return false;
		if (flag_may_pass(r, f, u, t))
			*stores |= (uint64_t)1 << i;
	}
	return *stores != 0;
}

/* n = n + 1, n = n - 1, however it is written; 0: something else. */
int64_t flag_step(const struct running *r, const struct flag *f, const struct variable_use *u)
{
	const struct code *code = code_get(r->shapes, u->fn);
	const struct inst *in = &code->body.inst.at[u->inst], *load;
	bool add = in->op == OP_rmw ? in->sub == RMW_add : true;
	int64_t number = 0;

	if (in->op == OP_rmw && (add || in->sub == RMW_sub))
		return program_constant(r->p, body_arg(&code->body, in, 1), &number) ? add ? number : -number : 0;
	in = in->op == OP_store ? body_made_by(&code->body, body_arg(&code->body, in, 1)) : NULL;
	if (!in || in->op != OP_binary || (in->sub != BINARY_add && in->sub != BINARY_sub) ||
	    !program_constant(r->p, body_arg(&code->body, in, 1), &number))
		return 0;
	load = body_made_by(&code->body, body_arg(&code->body, in, 0));
	for (uint32_t i = 0; load && i < f->v->load.n; i++)
		if (f->v->load.at[i].fn.i == u->fn.i && &code->body.inst.at[f->v->load.at[i].inst] == load &&
		    f->v->load.at[i].offset == f->offset)
			return in->sub == BINARY_add ? number : -number;
	return 0;
}

/* How many steps the test takes at least; 0: there are other stores that may pass it, or too many steps. */
static int64_t steps_to(const struct running *r, const struct flag *f, const struct test *t, uint64_t stores)
{
	int64_t step = 0, n = 0;

	for (uint32_t i = 0; i < f->v->store.n; i++) {
		int64_t one = stores >> i & 1 ? flag_step(r, f, &f->v->store.at[i]) : step;
		if ((one != 1 && one != -1 && stores >> i & 1) || (step && one != step))
			return 0;
		step = one;
	}
	while (n < limit(LIMIT_threads_counted) && !test_holds(t, f->first + n * step))
		n++;
	return limit_full(LIMIT_threads_counted, (uint64_t)n) ? 0 : n;
}

/* What is not a step must leave the first number there: then no step is forgotten that the test could do without. */
static bool others_keep(const struct running *r, const struct flag *f, uint64_t stores)
{
	struct test first = { .compare = COMPARE_ne, .number = f->first };

	for (uint32_t i = 0; i < f->v->store.n; i++)
		if (!(stores >> i & 1) && flag_is_stored(r, f, &f->v->store.at[i]) &&
		    flag_may_pass(r, f, &f->v->store.at[i], &first))
			return false;
	return true;
}

static struct opening *opening_of(struct running *r, struct flag *f, uint64_t stores, const struct test *t)
{
	struct opening o = { .stores = stores };
	int64_t steps;

	for (uint32_t i = 0; i < f->opening.n; i++)
		if (f->opening.at[i].stores == stores && !f->opening.at[i].counted)
			return &f->opening.at[i];
	for (uint32_t i = 0; i < f->v->store.n; i++) {
		struct fn_id fn = f->v->store.at[i].fn;
		for (uint32_t k = r->c->first_by_fn[fn.i]; stores >> i & 1 && k < r->c->first_by_fn[fn.i + 1]; k++)
			o.gate.posters = bits_union(&r->bits, o.gate.posters, r->threads_of[r->c->by_fn[k]]);
	}
	if (!one_instance(r, o.gate.posters)) {
		steps = f->has_first && others_keep(r, f, stores) ? steps_to(r, f, t, stores) : 0;
		o.counted = o.gate.all = true;
		if (!RECOGNISED(threads_steps, steps && classes_at_most(r, o.gate.posters, steps))) {
			o.lacks = steps && f->filled;
			o.counted = o.gate.all = false;
			o.lock = claim_lock(r, f, stores);
			o.gate.first = o.gate.many = true;
		}
	}
	*vec_add(r->arena, &f->opening) = o;
	return &f->opening.at[f->opening.n - 1];
}

/* ---- order ---- */

static bool is_acquire(const struct inst *in)
{
	return !(in->flags & INST_SINGLE) &&
	       (in->order == ORDER_ACQUIRE || in->order == ORDER_ACQ_REL || in->order == ORDER_SEQ_CST);
}

static bool is_release(const struct inst *in)
{
	return !(in->flags & INST_SINGLE) &&
	       (in->order == ORDER_RELEASE || in->order == ORDER_ACQ_REL || in->order == ORDER_SEQ_CST);
}

/* A fence of this function that each way to the (atomic) store passes; UINT32_MAX: there is none. */
static uint32_t release_fence(const struct code *code, uint32_t store)
{
	uint32_t block = code_block(code, store), found = UINT32_MAX;

	if (!code->body.inst.at[store].order || !code->cfg.position[block])
		return UINT32_MAX;
	for (uint32_t i = 0; i < code->body.inst.n; i++) {
		const struct inst *in = &code->body.inst.at[i];
		uint32_t at;
		if (in->op != OP_fence || !is_release(in))
			continue;
		at = code_block(code, i);
		if (at == block ? i < store : code->cfg.position[at] && cfg_dominates(&code->cfg, at, block))
			found = i;
	}
	return found;
}

static bool common_lock(const struct running *r, uint32_t a, uint32_t b)
{
	uint32_t na, nb;
	const struct held *x = contexts_locks(r->c, a, &na), *y = contexts_locks(r->c, b, &nb);

	for (uint32_t i = 0; i < na; i++)
		for (uint32_t k = 0; k < nb; k++)
			if (held_is_same(&x[i], &y[k]) && !(held_is_shared(&x[i]) && held_is_shared(&y[k])) && term_is_one(r, x[i].term))
				return true;
	return false;
}

/* Is every store that may have been seen ordered before what follows a load at this place? */
static bool is_ordered(const struct running *r, const struct flag *f, const struct opening *o, uint32_t held, bool acquire)
{
	for (uint32_t i = 0; i < f->v->store.n; i++) {
		const struct variable_use *u = &f->v->store.at[i];
		const struct code *code = code_get(r->shapes, u->fn);
		if (!(o->stores >> i & 1))
			continue;
		if (acquire && (!o->counted || code->body.inst.at[u->inst].op == OP_rmw) &&
		    (is_release(&code->body.inst.at[u->inst]) || (!o->counted && release_fence(code, u->inst) != UINT32_MAX)))
			continue;
		for (uint32_t k = r->c->first_by_fn[u->fn.i]; k < r->c->first_by_fn[u->fn.i + 1]; k++)
			if (contexts_reaches(r->c, r->c->by_fn[k], u->inst) &&
			    !common_lock(r, held, contexts_held(r->c, r->c->by_fn[k], u->inst)))
				return false;
	}
	return true;
}

/* ---- effects ---- */

static void add_passed(struct running *r, struct opening *o, struct effect e)
{
	if (!o->gate.passed) {
		o->gate.passed = vectors_slot(&r->vectors, SLOT_MUST);
		o->gate.posted = vectors_slot(&r->vectors, SLOT_MAY);
		if (o->gate.posters && !o->counted && !o->gate.first)
			gate_watch(r, &o->gate);
	}
	e.slot = o->gate.passed;
	e.value = 1;
	effect_add(r, e);
	if (!o->gate.before)
		return;
	e.slot = o->gate.before;
	e.value = SPAWN_END_ALL;
	effect_add(r, e);
}

/* Relaxed, and a fence behind the test. */
static void add_fenced(struct running *r, struct opening *o, const struct threads_seen *s, uint32_t context)
{
	const struct code *code = code_get(r->shapes, (struct fn_id){ s->fn });

	if (!inst_of(r, s->load)->order || code->cfg.npreds[s->to] != 1)
		return;
	for (uint32_t i = 0; i < code->body.inst.n; i++) {
		const struct inst *in = &code->body.inst.at[i];
		uint32_t block = in->op == OP_fence && is_acquire(in) ? code_block(code, i) : 0;
		if (block && code->cfg.position[block] && cfg_dominates(&code->cfg, s->to, block))
			add_passed(r, o, (struct effect){ context, i, UINT32_MAX, 0, 0 });
	}
}

/* In one context of the function with the branch; `loads`: the context of the load. */
static void add_way(struct running *r, struct flag *f, struct opening *o, const struct threads_seen *s, uint32_t context,
		    uint32_t loads)
{
	bool acquire = is_acquire(inst_of(r, s->load));
	uint32_t held = contexts_held(r->c, loads, s->load->inst);

	if (is_ordered(r, f, o, held, acquire))
		add_passed(r, o, (struct effect){ context, s->from, s->to, 0, 0 });
	else if (is_ordered(r, f, o, held, true))
		add_fenced(r, o, s, context);
}

static void add_contexts(struct running *r, struct flag *f, struct opening *o, const struct threads_seen *s)
{
	for (uint32_t k = r->c->first_by_fn[s->fn]; k < r->c->first_by_fn[s->fn + 1]; k++) {
		uint32_t context = r->c->by_fn[k];
		const struct context *c = context_of(r, context);
		if (s->call == UINT32_MAX)
			add_way(r, f, o, s, context, context);
		for (uint32_t i = c->edge; s->call != UINT32_MAX && i < c->edge + c->nedges; i++)
			if (r->c->edge.at[i].inst == s->call && edge_is_call(r, &r->c->edge.at[i]))
				add_way(r, f, o, s, context, r->c->edge.at[i].to);
	}
}

static void add_ways(struct running *r, struct flag *f, const struct threads_seen *s)
{
	uint64_t stores;
	struct opening *o;

	if (s->test.compare && !s->step && f->live.gate.posters && live_is_none(&s->test))
		add_contexts(r, f, &f->live, s);
	if (!s->test.compare || (f->has_first && test_holds(&s->test, f->first)) || !find_openings(r, f, &s->test, &stores))
		return;
	o = opening_of(r, f, stores, &s->test);
	if (s->step == -1 && o->lacks)
		f->object->lacks = true;
	if (o->gate.posters || o->lock.term)
		add_contexts(r, f, o, s);
}

/* Branches of a function on the value of an instruction: the load, or a call that returns it. */
static void add_tests(struct running *r, struct flag *f, struct threads_seen s, uint32_t inst)
{
	const struct code *code = code_get(r->shapes, (struct fn_id){ s.fn });

	for (uint32_t b = 0; b < code->body.block.n; b++) {
		struct fork fork;
		if (!fork_asks(code, b, inst, &fork) || (s.step && !test_is_equality(&fork.test)))
			continue;
		s.from = b;
		s.test = fork.test;
		s.test.number += s.step;
		for (uint32_t way = 0; way < 2; way++) {
			s.to = fork.to[way];
			add_ways(r, f, &s);
			s.test = test_not(s.test);
		}
	}
}

/* Does the function return what it loads there, and nothing else? */
static bool returns_load(const struct code *code, uint32_t load)
{
	bool any = false;

	for (uint32_t i = 0; i < code->body.inst.n; i++) {
		struct ref value;
		if (code->body.inst.at[i].op != OP_ret || !code->cfg.position[code_block(code, i)])
			continue;
		value = value_behind(code, body_arg(&code->body, &code->body.inst.at[i], 0));
		if (ref_kind(value) != REF_VALUE || body_inst(&code->body, ref_index(value)) != load)
			return false;
		any = true;
	}
	return any;
}

/* Calls of the load's function that can call nothing else. */
static void add_callers(struct running *r, struct flag *f, struct threads_seen s)
{
	struct map done = { 0 };

	for (uint32_t k = r->c->first_by_fn[s.load->fn.i]; k < r->c->first_by_fn[s.load->fn.i + 1]; k++) {
		uint32_t context = r->c->by_fn[k];
		for (uint32_t i = r->first_caller[context]; i < r->first_caller[context + 1]; i++) {
			const struct edge *e = &r->c->edge.at[r->caller[i]];
			s.fn = context_of(r, e->context)->fn.i;
			s.call = e->inst;
			if (e->kind != SITE_CALL || e->method != METHOD_DIRECT || map_get(&done, map_pair(s.fn, s.call)))
				continue;
			map_put(r->arena, &done, map_pair(s.fn, s.call), 1);
			add_tests(r, f, s, s.call);
		}
	}
}

static void add_posts(struct running *r, const struct flag *f, const struct opening *o)
{
	for (uint32_t i = 0; i < f->v->store.n; i++) {
		const struct variable_use *u = &f->v->store.at[i];
		uint32_t fence = release_fence(code_get(r->shapes, u->fn), u->inst);
		bool fenced = fence != UINT32_MAX && !is_release(inst_of(r, u));
		for (uint32_t k = r->c->first_by_fn[u->fn.i]; o->stores >> i & 1 && k < r->c->first_by_fn[u->fn.i + 1]; k++)
			effect_add(r, (struct effect){ r->c->by_fn[k], fenced ? fence : u->inst, UINT32_MAX, o->gate.posted, 1 });
	}
}

/* Slots of no use make vectors longer. */
static void drop_effects(struct running *r, uint32_t from, uint32_t slot)
{
	uint32_t kept = from;

	for (uint32_t i = from; i < r->now.effect.n; i++)
		if (r->now.effect.at[i].slot != slot)
			r->now.effect.at[kept++] = r->now.effect.at[i];
	r->now.effect.n = kept;
}

static void try_flag(struct running *r, struct flag *f)
{
	uint32_t before = r->now.effect.n;

	if (!live_find(r, f, &f->live))
		f->live.gate.posters = 0;
	for (uint32_t i = 0; i < f->v->load.n; i++) {
		struct threads_seen s = { .load = &f->v->load.at[i], .fn = f->v->load.at[i].fn.i, .call = UINT32_MAX };
		if (s.load->offset != f->offset || size_of(r, inst_of(r, s.load)->type) != f->bits)
			continue;
		add_tests(r, f, s, s.load->inst);
		if (returns_load(code_get(r->shapes, s.load->fn), s.load->inst))
			add_callers(r, f, s);
	}
	for (uint32_t i = 0; i < f->v->update.n; i++) {
		struct threads_seen s = { .load = &f->v->update.at[i], .fn = f->v->update.at[i].fn.i, .call = UINT32_MAX };
		s.step = s.load->offset == f->offset ? flag_step(r, f, s.load) : 0;
		if (s.step && size_of(r, inst_of(r, s.load)->type) == f->bits)
			add_tests(r, f, s, s.load->inst);
	}
	if (f->live.gate.passed)
		*vec_add(r->arena, &f->opening) = f->live;
	else if (f->live.gate.posters)
		drop_effects(r, before, f->live.gate.before);
	for (uint32_t i = 0; i < f->opening.n; i++) {
		if (!f->opening.at[i].gate.passed)
			continue;
		if (f->opening.at[i].lock.term)
			(void)claim_make(r, f, &f->opening.at[i]);
		recogniser_count(f->object ? RECOGNISER_threads_cells : RECOGNISER_threads_flag);
		add_posts(r, f, &f->opening.at[i]);
		*vec_add(r->arena, &r->gate) = f->opening.at[i].gate;
	}
}

/* ---- which memory ---- */

static bool is_block(const struct running *r, const struct cell_object *o)
{
	return o && r->c->points->object.at[o->object].kind == OBJECT_HEAP;
}

/* A stack slot that is filled as a whole at one place, a block that is filled at one place before anybody else has it: what it is
 * filled with counts as its first number. */
static void find_first(const struct running *r, struct flag *f)
{
	const struct object *object = &r->c->points->object.at[f->object->object];
	bool block = object->kind == OBJECT_HEAP;
	uint32_t n = 0;
	int64_t number;

	for (uint32_t i = 0; i < f->v->store.n; i++) {
		const struct variable_use *u = &f->v->store.at[i];
		if ((block ? flag_step(r, f, u) != 0 : !is_bulk(inst_of(r, u))) || !flag_is_stored(r, f, u))
			continue;
		if (!filled_number(r, f, u, &number) || (block && !filled_first_of_all(r, object, u)))
			return;
		n++;
	}
	if (!RECOGNISED(threads_filled, n == 1))
		return;
	f->first = number;
	f->has_first = f->filled = true;
}

static bool is_tried(const struct variable *v, const struct variable_use *u, uint32_t nloads, uint32_t nupdates)
{
	for (uint32_t k = 0; k < nloads; k++)
		if (v->load.at[k].offset == u->offset)
			return true;
	for (uint32_t k = 0; k < nupdates; k++)
		if (v->update.at[k].offset == u->offset)
			return true;
	return false;
}

/* A part that is loaded whole. `o`: NULL for a variable used by name. */
static void try_part(struct running *r, const struct variable *v, const struct variable_use *u, uint32_t sym,
		     struct cell_object *o)
{
	struct flag f = { .v = v, .object = o, .offset = u->offset, .has_first = sym || is_block(r, o) };

	if (u->offset < 0 || (o && !cells_one_place(r, o, u->offset)))
		return;
	f.bits = inst_of(r, u)->nwords ? 0 : size_of(r, inst_of(r, u)->type);
	if (!f.bits)
		return;
	if (sym)
		f.first = filled_first(r->p, sym, f.bits, f.offset);
	else
		find_first(r, &f);
	try_flag(r, &f);
}

/* Each once. */
static void try_parts(struct running *r, const struct variable *v, uint32_t sym, struct cell_object *o)
{
	if (v->escapes || v->load.n + v->update.n == 0 || !v->store.n)
		return;
	if (limit_over(LIMIT_threads_uses, v->load.n) || limit_over(LIMIT_threads_uses, v->store.n))
		return;
	for (uint32_t i = 0; i < v->load.n; i++)
		if (!is_tried(v, &v->load.at[i], i, 0))
			try_part(r, v, &v->load.at[i], sym, o);
	for (uint32_t i = 0; i < v->update.n; i++)
		if (!is_tried(v, &v->update.at[i], v->load.n, i))
			try_part(r, v, &v->update.at[i], sym, o);
}

static void try_object(struct running *r, struct cell_object *o)
{
	const struct object *object = &r->c->points->object.at[o->object];
	uint32_t sym = object->kind == OBJECT_VARIABLE ? object->sym.i : 0;

	/* by name is better: arrays */
	if (sym && ((r->variable[sym] && !r->variable[sym]->escapes) || program_sym(r->p, object->sym)->nrelocs))
		return;
	try_parts(r, &o->uses, sym, o);
}

bool threads_lacks(const struct threads *t, uint32_t class)
{
	return t->running->cell_object && t->running->cell_object[class] && t->running->cell_object[class]->lacks;
}

void flags_make(struct running *r)
{
	uint32_t first = bits_next(&r->bits, r->ordered, 1);

	if (!recogniser_is_on(RECOGNISER_threads_flag))
		return;
	if (first == UINT32_MAX || bits_next(&r->bits, r->ordered, first + 1) == UINT32_MAX)
		return;
	memory_variable(r, (struct sym_id){ 0 });
	for (uint32_t i = 1; i < r->p->sym.n; i++) {
		const struct sym *s = program_sym(r->p, (struct sym_id){ i });
		if (r->variable[i] && s->flags & SYM_DEFINED && !(s->flags & (SYM_THREAD_LOCAL | SYM_CONSTANT)) && !s->nrelocs)
			try_parts(r, r->variable[i], i, NULL);
	}
	cells_scan(r);
	for (uint32_t i = 1; i <= r->c->points->nclasses; i++)
		if (recogniser_is_on(RECOGNISER_threads_cells) && r->cell_object[i])
			try_object(r, r->cell_object[i]);
}

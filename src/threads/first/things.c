/* Things that a library makes once, and who uses them: first.h. One look at all code, and one more at where things are loaded. */
#include "threads/first/first.h"

#include <stdlib.h>

#include "code/address.h"
#include "code/event.h"
#include "code/loop.h"
#include "code/test.h"
#include "threads/gates/flag.h"

struct first_scan {
	struct firsts *f;
	const struct program *p;
	const struct points *pt;
	const struct body *b;
};

/* ---- what is done to variables ---- */

static bool variable_at(const struct first_scan *s, struct ref address, struct sym_id *sym, int64_t *offset)
{
	struct address a = address_of(s->p, s->b, address);
	const struct sym *v;

	if (!address_known(a) || ref_kind(a.base) != REF_SYM)
		return false;
	*sym = (struct sym_id){ ref_index(a.base) };
	*offset = a.offset;
	v = program_sym(s->p, *sym);
	return v->kind == SYM_VARIABLE && v->flags & SYM_DEFINED && !(v->flags & (SYM_THREAD_LOCAL | SYM_CONSTANT));
}

static void act(struct first_scan *s, struct ref address, uint32_t inst, enum first_does does)
{
	struct first_act a = { .fn = s->b->fn, .inst = inst, .does = (uint8_t)does };

	if (variable_at(s, address, &a.sym, &a.offset))
		*vec_add(s->f->arena, &s->f->act) = a;
}

static void see_store(struct first_scan *s, uint32_t inst)
{
	const struct inst *in = &s->b->inst.at[inst];
	struct peel x = peel(s->b, body_arg(s->b, in, 1), PEEL_CASTS);
	int64_t number;

	if (in->order > ORDER_RELAXED)
		act(s, body_arg(s->b, in, 0), inst, FIRST_PUBLISHES);
	else if (program_constant(s->p, x.r, &number) && !number)
		act(s, body_arg(s->b, in, 0), inst, FIRST_CLEARS);
	else if (x.in && x.in->op == OP_call)
		act(s, body_arg(s->b, in, 0), inst, FIRST_MAKES);
	else if (!x.in && ref_kind(x.r) == REF_VALUE && program_type(s->p, type_strip(s->p, in->type))->kind == TYPE_POINTER)
		act(s, body_arg(s->b, in, 0), inst, FIRST_GIVEN);
	else
		act(s, body_arg(s->b, in, 0), inst, FIRST_STORES);
}

/* The address in the variable that the operand was loaded from. */
static bool loaded_from(const struct first_scan *s, struct ref value, struct sym_id *sym, int64_t *offset)
{
	const struct inst *in = body_made_by(s->b, peel_base(s->b, value, PEEL_CASTS));

	return in && in->op == OP_load && variable_at(s, body_arg(s->b, in, 0), sym, offset);
}

static void see_call(struct first_scan *s, uint32_t inst)
{
	const struct inst *in = &s->b->inst.at[inst];
	struct sym_id callee = body_callee(s->p, s->b, in), sym;
	int64_t offset;

	for (const struct model_row *row = callee.i ? points_rows(s->pt, callee) : NULL; row; row = row->next) {
		struct ref object = event_object(s->b, in, &row->on);
		if (!object.bits)
			continue;
		if (event_is(row, EVENT_INIT))
			act(s, object, inst, FIRST_INITS);
		else if (event_is(row, EVENT_DESTROY))
			act(s, object, inst, FIRST_ENDS);
		else if (event_is(row, EVENT_FREE) && loaded_from(s, object, &sym, &offset))
			*vec_add(s->f->arena, &s->f->act) = (struct first_act){ sym, offset, s->b->fn, inst, FIRST_ENDS };
		else if (event_is(row, EVENT_ATOMIC) && row->flags & MODEL_STORE)
			act(s, object, inst, FIRST_PUBLISHES);
	}
}

/* A branch on what a plain variable holds, or a function returns. */
static void see_branch(struct first_scan *s, uint32_t block)
{
	struct first_ask a = { .fn = s->b->fn, .block = block };
	const struct inst *in;
	struct fork f;

	if (!fork_of(s->p, s->b, block, &f))
		return;
	in = body_made_by(s->b, peel_base(s->b, f.test.value, PEEL_CASTS | PEEL_WIDEN));
	if (in && in->op == OP_load && in->order <= ORDER_RELAXED && variable_at(s, body_arg(s->b, in, 0), &a.sym, &a.offset))
		*vec_add(s->f->arena, &s->f->ask) = a;
	else if (in && in->op == OP_call) {
		struct sym_id callee = body_callee(s->p, s->b, in);
		a.callee = callee.i ? program_sym(s->p, callee)->fn : a.callee;
		if (a.callee.i)
			*vec_add(s->f->arena, &s->f->ask) = a;
	}
}

static void see_function(struct first_scan *s)
{
	for (uint32_t i = 0; i < s->b->inst.n; i++) {
		const struct inst *in = &s->b->inst.at[i];
		if (in->op == OP_store)
			see_store(s, i);
		else if (in->op == OP_call)
			see_call(s, i);
		else if (in->op == OP_rmw || in->op == OP_cmpxchg || in->op == OP_memcpy || in->op == OP_memset)
			act(s, body_arg(s->b, in, 0), i, in->op == OP_rmw ? FIRST_PUBLISHES : FIRST_STORES);
	}
	for (uint32_t k = 0; k < s->b->block.n; k++)
		see_branch(s, k);
}

/* ---- things ---- */

static bool starts_null(const struct program *p, struct sym_id sym, int64_t offset)
{
	const struct sym *s = program_sym(p, sym);

	for (uint32_t k = 0; k < s->nrelocs; k++)
		if ((int64_t)p->reloc.at[s->reloc + k].offset == offset)
			return false;
	return true;
}

static void add_thing(struct firsts *f, const struct first_act *a)
{
	bool lock = a->does == FIRST_INITS;
	uint32_t *at = map_at(f->arena, lock ? &f->lock_at : &f->thing_at, first_key(a->sym, a->offset));

	if (!*at && limit_over(LIMIT_threads_firsts, f->thing.n))
		return;
	if (!*at) {
		*at = f->thing.n;
		*vec_add(f->arena, &f->thing) = (struct first_thing){
			.sym = a->sym, .offset = a->offset, .maker = a->fn, .given = a->does == FIRST_GIVEN, .lock = lock };
	}
	if (f->thing.at[*at].maker.i != a->fn.i)
		f->thing.at[*at].maker.i = 0;
	f->thing.at[*at].given &= a->does == FIRST_GIVEN;
}

static void drop(struct firsts *f, uint32_t thing)
{
	f->thing.at[thing].maker.i = 0;
}

static void make_things(struct firsts *f)
{
	const struct program *p = f->r->p;

	for (uint32_t i = 0; i < f->act.n; i++) {
		const struct first_act *a = &f->act.at[i];
		bool made = a->does == FIRST_MAKES || a->does == FIRST_GIVEN;
		if ((made && starts_null(p, a->sym, a->offset)) || a->does == FIRST_INITS)
			add_thing(f, a);
	}
	for (uint32_t i = 0; i < f->act.n; i++) {
		const struct first_act *a = &f->act.at[i];
		uint32_t thing = map_get(&f->thing_at, first_key(a->sym, a->offset));
		if (thing && (a->does == FIRST_STORES || a->does == FIRST_PUBLISHES))
			drop(f, thing);
	}
}

static uint32_t *index_of(struct firsts *f, const void *first, uint32_t n, size_t size)
{
	uint32_t nfns = f->r->p->fn.n, *at = arena_array(f->arena, (size_t)nfns + 2, sizeof *at);

	for (uint32_t i = 0; i < n; i++)
		at[((const struct fn_id *)(const void *)((const char *)first + i * size))->i + 1]++;
	for (uint32_t i = 0; i <= nfns; i++)
		at[i + 1] += at[i];
	return at;
}

void things_find(struct firsts *f)
{
	struct first_scan s = { .f = f, .p = f->r->p, .pt = f->r->c->points };
	struct body body = { 0 };
	struct arena bodies;

	arena_init(&bodies, "threads first");
	(void)vec_add(f->arena, &f->thing);
	for (uint32_t i = 1; i < s.p->fn.n; i++) {
		body_get(&bodies, s.p, (struct fn_id){ i }, &body);
		s.b = &body;
		see_function(&s);
	}
	arena_release(&bodies);
	make_things(f);
	f->first_act = index_of(f, f->act.n ? &f->act.at[0].fn : NULL, f->act.n, sizeof *f->act.at);
	f->first_ask = index_of(f, f->ask.n ? &f->ask.at[0].fn : NULL, f->ask.n, sizeof *f->ask.at);
}

/* ---- who uses them ---- */

static uint32_t thing_loaded(const struct first_scan *s, struct ref value)
{
	const struct inst *in = body_made_by(s->b, value);
	struct sym_id sym;
	int64_t offset;
	uint32_t thing;

	if (!in || in->op != OP_load || in->order > ORDER_RELAXED || !variable_at(s, body_arg(s->b, in, 0), &sym, &offset))
		return 0;
	thing = map_get(&s->f->thing_at, first_key(sym, offset));
	return thing && s->f->thing.at[thing].maker.i ? thing : 0;
}

static void use(struct first_scan *s, uint32_t inst, uint32_t thing)
{
	if (thing)
		*vec_add(s->f->arena, &s->f->use) = (struct first_use){ s->b->fn, inst, thing };
}

/* Does the call go through the pointer that is its argument k, from 0? Functions outside do, unless they free it. */
static bool goes_behind(const struct first_scan *s, struct sym_id callee, uint32_t k)
{
	struct fn_id fn = callee.i ? program_sym(s->p, callee)->fn : (struct fn_id){ 0 };

	if (fn.i)
		return function_goes_through(s->f->r, fn, k);
	for (const struct model_row *row = callee.i ? points_rows(s->pt, callee) : NULL; row; row = row->next)
		if (event_is(row, EVENT_FREE) || event_is(row, EVENT_REALLOC))
			return false;
	return callee.i != 0;
}

/* Its address is handed over, to who knows what: it may be stored to. */
static void escape(struct first_scan *s, struct ref argument)
{
	struct sym_id sym;
	int64_t offset;
	uint32_t thing;

	if (!variable_at(s, argument, &sym, &offset))
		return;
	thing = map_get(&s->f->thing_at, first_key(sym, offset));
	if (thing)
		drop(s->f, thing);
}

static void use_in_call(struct first_scan *s, uint32_t inst)
{
	const struct inst *in = &s->b->inst.at[inst];
	struct sym_id callee = body_callee(s->p, s->b, in), sym;
	const struct model_row *rows = callee.i ? points_rows(s->pt, callee) : NULL;
	int64_t offset;

	use(s, inst, thing_loaded(s, peel_base(s->b, body_arg(s->b, in, 0), PEEL_ADDRESS)));
	for (uint32_t k = 1; k < in->nargs; k++) {
		uint32_t thing = thing_loaded(s, peel_base(s->b, body_arg(s->b, in, k), PEEL_CASTS)),
			 behind = thing ? 0 : thing_loaded(s, peel_base(s->b, body_arg(s->b, in, k), PEEL_ADDRESS));
		use(s, inst, thing && goes_behind(s, callee, k - 1) ? thing : behind);
		if (!rows)
			escape(s, body_arg(s->b, in, k));
	}
	for (; rows; rows = rows->next) {
		struct ref object = event_object(s->b, in, &rows->on);
		uint32_t lock;
		if (!object.bits || event_has(rows, TRAIT_OWNS) || !variable_at(s, object, &sym, &offset))
			continue;
		lock = map_get(&s->f->lock_at, first_key(sym, offset));
		use(s, inst, lock && s->f->thing.at[lock].maker.i ? lock : 0);
	}
}

/* Does the maker itself look at what was there, but for asking whether it is null, before it stores? Then it takes the place of
 * an older one. */
static void find_replaced(struct first_scan *s, uint32_t load)
{
	uint32_t thing = thing_loaded(s, ref_make(REF_VALUE, body_value(s->b, load))), block = block_of_inst(s->b, load);

	if (!thing || s->f->thing.at[thing].maker.i != s->b->fn.i)
		return;
	for (uint32_t i = s->f->first_act[s->b->fn.i]; i < s->f->first_act[s->b->fn.i + 1]; i++) {
		const struct first_act *a = &s->f->act.at[i];
		uint32_t stored = block_of_inst(s->b, a->inst);
		if ((a->does != FIRST_MAKES && a->does != FIRST_GIVEN) || a->sym.i != s->f->thing.at[thing].sym.i ||
		    a->offset != s->f->thing.at[thing].offset)
			continue;
		if (!(stored == block && load < a->inst) && !block_leads_to(s->b, block, stored, UINT32_MAX))
			continue;
		for (uint32_t k = 0; k < s->b->inst.n; k++)
			for (uint32_t m = 0; m < s->b->inst.at[k].nargs; m++)
				if (body_arg(s->b, &s->b->inst.at[k], m).bits == ref_make(REF_VALUE, body_value(s->b, load)).bits &&
				    s->b->inst.at[k].op != OP_compare)
					drop(s->f, thing);
	}
}

void things_used(struct firsts *f)
{
	struct first_scan s = { .f = f, .p = f->r->p, .pt = f->r->c->points };
	struct body body = { 0 };
	struct arena bodies;

	arena_init(&bodies, "threads first");
	for (uint32_t i = 1; i < s.p->fn.n; i++) {
		body_get(&bodies, s.p, (struct fn_id){ i }, &body);
		s.b = &body;
		for (uint32_t k = 0; k < body.inst.n; k++) {
			const struct inst *in = &body.inst.at[k];
			if (in->op == OP_load || in->op == OP_store || in->op == OP_rmw || in->op == OP_cmpxchg || in->op == OP_memcpy ||
			    in->op == OP_memset)
				use(&s, k, thing_loaded(&s, peel_base(&body, body_arg(&body, in, 0), PEEL_ADDRESS)));
			if (in->op == OP_load)
				find_replaced(&s, k);
			if (in->op == OP_call)
				use_in_call(&s, k);
		}
	}
	arena_release(&bodies);
	f->first_use = index_of(f, f->use.n ? &f->use.at[0].fn : NULL, f->use.n, sizeof *f->use.at);
}

/* ---- questions ---- */

static bool reads_state(struct firsts *f, struct fn_id fn)
{
	struct first_scan s = { .f = f, .p = f->r->p, .pt = f->r->c->points };
	uint32_t *known = map_at(f->arena, &f->reads, fn.i);
	struct body body = { 0 };
	struct arena bodies;
	struct sym_id sym;
	int64_t offset;

	if (*known)
		return *known > 1;
	arena_init(&bodies, "threads first");
	body_get(&bodies, s.p, fn, &body);
	s.b = &body;
	*known = 1;
	for (uint32_t i = 0; i < body.inst.n && *known == 1; i++) {
		const struct inst *in = &body.inst.at[i];
		if (in->op == OP_load && in->order <= ORDER_RELAXED && variable_at(&s, body_arg(&body, in, 0), &sym, &offset) &&
		    map_get(&f->state, first_key(sym, offset)))
			*known = 2;
	}
	arena_release(&bodies);
	return *known > 1;
}

static const bool *blocks_behind(struct firsts *f, const struct code *code, uint32_t way, uint32_t stop)
{
	bool *behind = arena_array(f->arena, code->body.block.n, sizeof *behind);
	struct arena scratch;
	const bool *found;

	arena_init(&scratch, "threads first");
	found = way == stop ? NULL : blocks_reach(&scratch, &code->body, way, stop, NULL, NULL);
	for (uint32_t k = 0; found && k < code->body.block.n; k++)
		behind[k] = found[k];
	behind[way] = way != stop;
	arena_release(&scratch);
	return behind;
}

bool first_is_asked(struct firsts *f, struct fn_id fn, uint32_t block)
{
	const struct code *code = NULL;
	struct fork fork;

	for (uint32_t i = f->first_ask[fn.i]; i < f->first_ask[fn.i + 1]; i++) {
		struct first_ask *a = &f->ask.at[i];
		bool state = a->callee.i ? reads_state(f, a->callee) : map_get(&f->state, first_key(a->sym, a->offset)) != 0;
		if (!state || a->block == block)
			continue;
		code = code ? code : code_get(f->r->shapes, fn);
		if (!cfg_dominates(&code->cfg, a->block, block) || !fork_of(f->r->p, &code->body, a->block, &fork))
			continue;
		for (int w = 0; w < 2; w++)
			a->to[w] = a->to[w] ? a->to[w] : blocks_behind(f, code, fork.to[w], a->block);
		if (!a->to[0][block] || !a->to[1][block])
			return true;
	}
	return false;
}

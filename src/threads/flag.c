/* Flags as gates: a variable that starts with a number, and only T1, of which there is one, ever stores another one to it.
 *
 *     T1:  a;  store ready = 1 (release)        T2:  while (!load ready (acquire)) ;  b
 *
 * Whoever has seen another number than the first one is behind one of T1's stores: on the way out of the loop, and on any branch
 * that the first number does not take. Only if the two are ordered: acquire and release, or a lock that both hold. A variable
 * whose address is used other than in loads and stores of it is not looked at, nor are members of records reached through
 * pointers. */
#include "threads/running.h"

#include "threads/branch.h"
#include "threads/memory.h"

struct flag {
	uint32_t sym;
	int64_t offset, first;
	uint32_t bits; /* size */
	struct gate gate;
};

static uint32_t size_of(const struct running *r, struct type_id type)
{
	const struct type *t = program_type(r->p, type_strip(r->p, type));

	return t->kind == TYPE_INT && t->size && t->size <= 64 ? (uint32_t)t->size : 0;
}

/* What the variable holds before the program starts. */
static int64_t first_number(const struct running *r, const struct flag *f)
{
	struct bytes data = program_bytes(r->p, program_sym(r->p, (struct sym_id){ f->sym })->data);
	uint64_t x = 0;

	for (uint32_t i = 0; i < (f->bits + 7) / 8; i++) {
		uint64_t at = (uint64_t)f->offset + i;
		if (at < data.len)
			x |= (uint64_t)(unsigned char)data.at[at] << 8 * i;
	}
	if (f->bits < 64 && x >> (f->bits - 1) & 1)
		x |= ~(uint64_t)0 << f->bits;
	return (int64_t)x;
}

static bool is_acquire(uint8_t order)
{
	return order == ORDER_ACQUIRE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST;
}

static bool is_release(uint8_t order)
{
	return order == ORDER_RELEASE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST;
}

/* Does the store leave the first number there? */
static bool keeps_first(const struct running *r, const struct code *code, const struct inst *in, int64_t first)
{
	int64_t number;

	return in->op == OP_store && value_number(r->p, body_arg(&code->body, in, 1), &number) && number == first;
}

/* ---- who stores ---- */

static bool find_posters(struct running *r, const struct variable *v, struct flag *f)
{
	for (uint32_t i = 0; i < v->store.n; i++) {
		const struct variable_use *u = &v->store.at[i];
		const struct code *code = code_get(r->shapes, u->fn);
		const struct inst *in = &code->body.inst.at[u->inst];
		if (u->offset != f->offset) {
			if (u->offset < f->offset + f->bits / 8 && f->offset < u->offset + 8)
				return false; /* may overlap */
			continue;
		}
		if (size_of(r, in->type) != f->bits || in->nwords)
			return false;
		if (keeps_first(r, code, in, f->first))
			continue;
		for (uint32_t k = r->c->first_by_fn[u->fn.i]; k < r->c->first_by_fn[u->fn.i + 1]; k++)
			f->gate.posters = bits_union(&r->bits, f->gate.posters, r->threads_of[r->c->by_fn[k]]);
	}
	return one_instance(r, f->gate.posters);
}

/* ---- order ---- */

static bool common_lock(const struct running *r, uint32_t a, uint32_t b)
{
	uint32_t na, nb;
	const struct lock *x = contexts_locks(r->c, a, &na), *y = contexts_locks(r->c, b, &nb);

	for (uint32_t i = 0; i < na; i++)
		for (uint32_t k = 0; k < nb; k++)
			if (x[i].term == y[k].term && x[i].family == y[k].family && x[i].certain && y[k].certain &&
			    term_is_one(r, x[i].term))
				return true;
	return false;
}

/* Is every store that opens the flag ordered before a load of it at this place? */
static bool is_ordered(const struct running *r, const struct variable *v, const struct flag *f, uint32_t context, uint32_t inst)
{
	const struct code *reader = code_get(r->shapes, context_of(r, context)->fn);
	bool acquire = is_acquire(reader->body.inst.at[inst].order);
	uint32_t held = contexts_held(r->c, context, inst);

	for (uint32_t i = 0; i < v->store.n; i++) {
		const struct variable_use *u = &v->store.at[i];
		const struct code *code = code_get(r->shapes, u->fn);
		const struct inst *in = &code->body.inst.at[u->inst];
		if (u->offset != f->offset || keeps_first(r, code, in, f->first) || (acquire && is_release(in->order)))
			continue;
		for (uint32_t k = r->c->first_by_fn[u->fn.i]; k < r->c->first_by_fn[u->fn.i + 1]; k++)
			if (!common_lock(r, held, contexts_held(r->c, r->c->by_fn[k], u->inst)))
				return false;
	}
	return true;
}

/* ---- effects ---- */

static void add_way(struct running *r, struct flag *f, struct effect e)
{
	if (!f->gate.passed) {
		f->gate.passed = vectors_slot(&r->vectors, SLOT_MUST);
		f->gate.posted = vectors_slot(&r->vectors, SLOT_MAY);
		gate_watch(r, &f->gate);
	}
	e.slot = f->gate.passed;
	effect_add(r, e);
	if (!f->gate.before)
		return;
	e.slot = f->gate.before;
	e.value = SPAWN_END_ALL;
	effect_add(r, e);
}

static void add_ways(struct running *r, const struct variable *v, struct flag *f, const struct variable_use *load)
{
	const struct code *code = code_get(r->shapes, load->fn);

	for (uint32_t b = 0; b < code->body.block.n; b++) {
		uint32_t last = code->body.block.at[b].inst + code->body.block.at[b].ninsts - 1, n;
		const uint32_t *to = body_successors(&code->body, b, &n);
		struct test t;
		struct ref tested;
		if (code->body.inst.at[last].op != OP_branch || to[0] == to[1])
			continue;
		t = branch_test(r->p, code, last);
		tested = value_behind(code, t.value);
		if (ref_kind(tested) != REF_VALUE || body_inst(&code->body, ref_index(tested)) != load->inst)
			continue;
		for (uint32_t k = r->c->first_by_fn[load->fn.i]; k < r->c->first_by_fn[load->fn.i + 1]; k++) {
			uint32_t context = r->c->by_fn[k];
			if (is_ordered(r, v, f, context, load->inst))
				add_way(r, f, (struct effect){ context, b, to[test_holds(&t, f->first)], 0, 1 });
		}
	}
}

static void add_posts(struct running *r, const struct variable *v, const struct flag *f)
{
	for (uint32_t i = 0; i < v->store.n; i++) {
		const struct variable_use *u = &v->store.at[i];
		const struct code *code = code_get(r->shapes, u->fn);
		if (u->offset != f->offset || keeps_first(r, code, &code->body.inst.at[u->inst], f->first))
			continue;
		for (uint32_t k = r->c->first_by_fn[u->fn.i]; k < r->c->first_by_fn[u->fn.i + 1]; k++)
			effect_add(r, (struct effect){ r->c->by_fn[k], u->inst, UINT32_MAX, f->gate.posted, 1 });
	}
}

static void try_flag(struct running *r, const struct variable *v, struct flag *f)
{
	if (!find_posters(r, v, f))
		return;
	for (uint32_t i = 0; i < v->load.n; i++)
		if (v->load.at[i].offset == f->offset)
			add_ways(r, v, f, &v->load.at[i]);
	if (!f->gate.passed)
		return;
	add_posts(r, v, f);
	*vec_add(r->arena, &r->gate) = f->gate;
}

/* The parts of a variable that are loaded whole, each once. */
static void try_variable(struct running *r, uint32_t sym, const struct variable *v)
{
	for (uint32_t i = 0; i < v->load.n; i++) {
		const struct variable_use *u = &v->load.at[i];
		const struct code *code;
		struct flag f = { .sym = sym, .offset = u->offset };
		bool seen = false;
		for (uint32_t k = 0; k < i; k++)
			seen |= v->load.at[k].offset == u->offset;
		if (seen || u->offset < 0)
			continue;
		code = code_get(r->shapes, u->fn);
		f.bits = code->body.inst.at[u->inst].nwords ? 0 : size_of(r, code->body.inst.at[u->inst].type);
		if (!f.bits)
			continue;
		f.first = first_number(r, &f);
		try_flag(r, v, &f);
	}
}

static bool worth_it(const struct running *r, uint32_t sym, const struct variable *v)
{
	const struct sym *s = program_sym(r->p, (struct sym_id){ sym });

	return v && !v->escapes && v->load.n && v->store.n && v->load.n <= 64 && v->store.n <= 64 && s->flags & SYM_DEFINED &&
	       !(s->flags & (SYM_THREAD_LOCAL | SYM_CONSTANT)) && !s->nrelocs;
}

void flags_make(struct running *r)
{
	uint32_t first = bits_next(&r->bits, r->ordered, 1);

	if (first == UINT32_MAX || bits_next(&r->bits, r->ordered, first + 1) == UINT32_MAX)
		return;
	memory_variable(r, (struct sym_id){ 0 });
	for (uint32_t i = 1; i < r->p->sym.n; i++)
		if (worth_it(r, i, r->variable[i]))
			try_variable(r, i, r->variable[i]);
}

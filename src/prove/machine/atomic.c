/* Atomic operations that only a model row describes, on concrete values. Variables have 1, 2, 4 or 8 bytes; of anything else,
 * and of rows that do not say what they compute or return, the machine knows nothing and stops. */
#include "prove/machine/parts.h"

struct prove_variable {
	uint64_t at;
	uint32_t bytes;
	uint64_t bit; /* the bit that is meant; 0: all */
};

const struct model_row *machine_atomic_row(const struct machine_call *call)
{
	bool defined = program_sym(call->m->image->p, call->callee)->fn.i != 0;

	for (const struct model_row *r = call->meaning->row; r; r = model_skip(r->next, defined))
		if (r->verb == MODEL_ATOMIC)
			return r;
	return NULL;
}

/* ---- the variable ---- */

static bool is_word(uint64_t bytes)
{
	return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
}

static uint64_t argument_bytes(struct machine_call *call, uint32_t arg)
{
	struct type_id type;

	(void)machine_ref_type(call->m, call->code, body_arg(&call->code->body, call->in, arg + 1), &type);
	return machine_type_bytes(call->m->image->p, type);
}

/* From the declaration, or, where that says `void *` or less, from the operands and the result. */
static uint32_t guess_bytes(struct machine_call *call, const struct model_row *r)
{
	const struct program *p = call->m->image->p;
	const struct type *f = program_type(p, type_strip(p, program_sym(p, call->callee)->type));
	uint64_t bytes = 0;

	if (f->kind == TYPE_FUNCTION && !r->on.name && r->on.deref == 1 && r->on.arg < f->nfields) {
		const struct type *pointer = program_type(p, type_strip(p, p->field.at[f->field + r->on.arg].type));
		bytes = pointer->kind == TYPE_POINTER && pointer->base.i ? machine_type_bytes(p, pointer->base) : 0;
	}
	if (!is_word(bytes) && !(r->flags & MODEL_BIT) && r->value.base == MODEL_ARGUMENT && !r->value.deref)
		bytes = r->value.arg < call->nargs ? argument_bytes(call, r->value.arg) : 0;
	if (!is_word(bytes) && r->expected.base == MODEL_ARGUMENT && !r->expected.deref)
		bytes = r->expected.arg < call->nargs ? argument_bytes(call, r->expected.arg) : 0;
	if (!is_word(bytes) && (r->gives == MODEL_GIVES_OLD || r->gives == MODEL_GIVES_NEW || r->flags & MODEL_LOAD))
		bytes = call->in->type.i ? machine_type_bytes(p, call->in->type) : 0;
	if (!is_word(bytes) && r->flags & MODEL_BIT)
		bytes = 8;
	return is_word(bytes) ? (uint32_t)bytes : 0;
}

static bool find_variable(struct machine_call *call, const struct model_row *r, struct prove_variable *v)
{
	uint64_t said = r->len.kind == MODEL_LEN_CONSTANT			      ? r->len.value
			: r->len.kind == MODEL_LEN_ARG && r->len.a < call->nargs ? call->arg[r->len.a]
										      : 0;
	int64_t n;

	*v = (struct prove_variable){ call_place(call, &r->on), said ? (uint32_t)(is_word(said) ? said : 0) : guess_bytes(call, r), 0 };
	if (!v->bytes)
		return false;
	if (r->flags & MODEL_BIT && r->value.arg < call->nargs) {
		uint32_t width = v->bytes * 8;
		n = argument_bytes(call, r->value.arg) <= 4 ? (int32_t)call->arg[r->value.arg] : (int64_t)call->arg[r->value.arg];
		v->bit = 1ull << ((uint64_t)n % width);
		v->at += (uint64_t)((n - (int64_t)((uint64_t)n % width)) / 8);
	}
	return true;
}

void machine_atomic_look(struct machine_call *call, struct machine_look *l)
{
	const struct model_row *r = machine_atomic_row(call);
	struct prove_variable v;

	l->visible = true;
	if (r->flags & MODEL_FENCE || !find_variable(call, r, &v) || l->naccesses == MACHINE_ACCESSES)
		return;
	l->access[l->naccesses++] =
	    (struct machine_access){ .at = v.at, .bytes = v.bytes, .write = !(r->flags & MODEL_LOAD), .atomic = true };
}

/* ---- numbers of its width ---- */

static uint64_t cut(const struct prove_variable *v, uint64_t x)
{
	return v->bytes == 8 ? x : x & ((1ull << v->bytes * 8) - 1);
}

static int64_t as_signed(const struct prove_variable *v, uint64_t x)
{
	uint32_t unused = 64 - v->bytes * 8;

	return (int64_t)(x << unused) >> unused;
}

static bool value_at(struct machine_call *call, const struct model_place *place, const struct prove_variable *v, uint64_t *out)
{
	uint64_t at;

	*out = 0;
	if (place->base == MODEL_NOWHERE)
		return true;
	if (!place->deref) {
		*out = place->arg < call->nargs ? cut(v, call->arg[place->arg]) : 0;
		if (place->arg < call->nargs && argument_bytes(call, place->arg) == 4 && v->bytes == 8)
			*out = (uint64_t)(int64_t)(int32_t)call->arg[place->arg];
		return true;
	}
	at = call_place(call, place);
	return call->m->state == MACHINE_RUNS && machine_read_number(call->m, at, v->bytes, out);
}

static bool put_at(struct machine_call *call, const struct model_place *place, const struct prove_variable *v, uint64_t x)
{
	uint64_t at = place->base != MODEL_NOWHERE && place->deref ? call_place(call, place) : 0;

	return !at || machine_write_number(call->m, at, v->bytes, x);
}

static uint64_t made_of(const struct model_row *r, uint64_t old, uint64_t x)
{
	switch (r->op) {
	case MODEL_OP_SET: return 1;
	case MODEL_OP_CLEAR: return 0;
	case MODEL_OP_ADD: return old + x;
	case MODEL_OP_SUB: return old - x;
	case MODEL_OP_INC: return old + 1;
	case MODEL_OP_DEC: return old - 1;
	case MODEL_OP_AND: return old & x;
	case MODEL_OP_ANDNOT: return old & ~x;
	case MODEL_OP_OR: return old | x;
	case MODEL_OP_XOR: return old ^ x;
	case MODEL_OP_NAND: return ~(old & x);
	default: return x;
	}
}

static bool is_hindered(const struct machine_call *call, const struct model_row *r, const struct prove_variable *v, uint64_t old)
{
	const struct model_unless *u = &r->unless;
	int64_t is = as_signed(v, old), limit = u->value;

	if (u->arg)
		limit = u->arg <= call->nargs ? as_signed(v, cut(v, call->arg[u->arg - 1])) : 0;
	switch (u->test) {
	case MODEL_EQ: return is == limit;
	case MODEL_NE: return is != limit;
	case MODEL_LT: return is < limit;
	case MODEL_LE: return is <= limit;
	case MODEL_GT: return is > limit;
	case MODEL_GE: return is >= limit;
	default: return false;
	}
}

/* ---- one operation ---- */

struct outcome {
	uint64_t old, made, now; /* before; what was computed; after */
	bool done;
};

/* False: the machine has stopped. */
static bool operate(struct machine_call *call, const struct model_row *r, const struct prove_variable *v, struct outcome *o)
{
	uint64_t operand = v->bit, expected = 0;

	if (!machine_read_number(call->m, v->at, v->bytes, &o->old) || !value_at(call, &r->expected, v, &expected))
		return false;
	if (!v->bit && !(r->flags & MODEL_LOAD) && !value_at(call, &r->value, v, &operand))
		return false;
	o->made = o->now = o->old;
	o->done = true;
	if (r->flags & MODEL_LOAD)
		return v->bit || put_at(call, &r->value, v, o->old);
	o->made = cut(v, r->op ? made_of(r, o->old, operand) : operand);
	o->done = r->flags & MODEL_CMPXCHG ? o->old == expected : !is_hindered(call, r, v, o->old);
	if (o->done)
		o->now = o->made;
	if (!machine_write_number(call->m, v->at, v->bytes, o->now) || !put_at(call, &r->into, v, o->old))
		return false;
	return o->done || !(r->flags & MODEL_CMPXCHG) || put_at(call, &r->expected, v, o->old);
}

static uint64_t returned(const struct model_row *r, const struct prove_variable *v, const struct outcome *o)
{
	switch (r->gives) {
	case MODEL_GIVES_NEW: return (uint64_t)as_signed(v, r->flags & MODEL_CMPXCHG ? o->now : o->made);
	case MODEL_GIVES_DONE: return o->done;
	case MODEL_GIVES_ZERO: return o->now == 0;
	case MODEL_GIVES_NEGATIVE: return as_signed(v, o->now) < 0;
	default: return v->bit ? (o->old & v->bit) != 0 : (uint64_t)as_signed(v, o->old);
	}
}

/* ORDER_*, as the instructions of the program have them. */
static uint8_t order_said(const struct machine_call *call, const struct model_row *r, bool failed)
{
	const struct model_place *from = failed && (r->fail_order || r->fail_order_arg.base) ? &r->fail_order_arg : &r->order_arg;
	uint8_t word = from == &r->fail_order_arg ? r->fail_order : r->order;

	if (from->base == MODEL_ARGUMENT)
		word = from->arg < call->nargs && call->arg[from->arg] < 6 ? (uint8_t)(call->arg[from->arg] + 1) : 0;
	switch (word) {
	case MODEL_ORDER_RELAXED: return ORDER_RELAXED;
	case MODEL_ORDER_CONSUME:
	case MODEL_ORDER_ACQUIRE: return ORDER_ACQUIRE;
	case MODEL_ORDER_RELEASE: return ORDER_RELEASE;
	case MODEL_ORDER_ACQ_REL: return ORDER_ACQ_REL;
	default: return ORDER_SEQ_CST;
	}
}

/* An exchange that failed only reads. Fully ordered by the row: a barrier on both sides. */
static void keep_order(struct machine_call *call, const struct model_row *r, const struct prove_variable *v, bool done)
{
	bool changes = r->flags & (MODEL_RMW | MODEL_CMPXCHG), full = r->order_arg.base == MODEL_NOWHERE &&
								      (!r->order || r->order == MODEL_ORDER_SEQ_CST);
	struct machine_atomic_step x = { .order = order_said(call, r, !done),
					 .reads = !(r->flags & MODEL_STORE),
					 .writes = !(r->flags & MODEL_LOAD) && done,
					 .at = v->at,
					 .bytes = v->bytes };

	if (changes && full)
		machine_order_fence(call->m, call->thread, ORDER_SEQ_CST);
	machine_order_atomic(call->m, call->thread, &x);
	if (changes && full)
		machine_order_fence(call->m, call->thread, ORDER_SEQ_CST);
}

static const char *not_said(const struct machine_call *call, const struct model_row *r)
{
	if ((r->flags & MODEL_RMW && !r->op) || (r->flags & (MODEL_STORE | MODEL_CMPXCHG) && !r->op && !r->value.base) ||
	    (r->flags & MODEL_CMPXCHG && !r->expected.base))
		return "computes";
	if (call->in->type.i && machine_type_bytes(call->m->image->p, call->in->type) && r->gives <= MODEL_GIVES_NOTHING &&
	    !(r->flags & (MODEL_LOAD | MODEL_STORE | MODEL_FENCE)))
		return "returns";
	return NULL;
}

void machine_atomic_step(struct machine_call *call)
{
	const struct model_row *r = machine_atomic_row(call);
	const char *missing = not_said(call, r);
	struct prove_variable v = { 0 };
	struct outcome o = { 0 };

	if (r->flags & MODEL_FENCE) {
		machine_order_fence(call->m, call->thread, order_said(call, r, false));
		machine_result(call->m, call->thread, 0);
	} else if (missing) {
		(void)machine_stop(call->m, MACHINE_UNKNOWN, "an atomic operation of which the model does not say what it %s", missing);
	} else if (!find_variable(call, r, &v)) {
		(void)machine_stop(call->m, MACHINE_UNKNOWN, "an atomic operation on a variable of this width");
	} else if (operate(call, r, &v, &o)) {
		keep_order(call, r, &v, o.done);
		if (call->m->state == MACHINE_RUNS)
			machine_result(call->m, call->thread, returned(r, &v, &o));
	}
}

/* atomic: what an `atomic` row says of a call, executed: what becomes of the variable, and what the call returns
 * (doc/models.md). One step of the program, before which others may run.
 *
 * misses  variables of more than 64 bits, and rows that do not say what they compute or return: the path ends and that is
 * told */
#include "prove/execute/atomic.h"

enum { MOST_BITS = 64 };

struct prove_operation {
	struct execution *m;
	struct sym_id sym;
	uint32_t inst;
	const struct body *b;
	const struct inst *in;
	const struct model_row *row;
	uint32_t bits;	     /* of the variable */
	uint64_t at;	     /* its address; with `bit`, that of the word */
	struct value mask;   /* with `bit` */
	struct value operand, expected;
	struct value expected_at; /* where the expected value is kept; no bits: it is an argument */
	struct value old, made, stored, done;
	enum step step;	     /* where something was not at hand */
};

const struct model_row *atomic_row(const struct seq_program *s, struct sym_id sym)
{
	return events_find(s->points->row[sym.i], EVENT_ATOMIC);
}

static bool fail(struct prove_operation *o, enum step step)
{
	o->step = step;
	return false;
}

/* ---- how wide ---- */

static uint32_t number_bits(uint32_t bits)
{
	return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? bits : 0;
}

uint32_t atomic_declared_bits(const struct seq_program *s, struct sym_id sym, const struct model_row *row)
{
	const struct program *p = s->p;
	const struct type *f = program_type(p, type_strip(p, program_sym(p, sym)->type)), *t;
	const struct model_place *on = &row->on;

	if (f->kind != TYPE_FUNCTION || !event_argument_number(on) || on->arg >= f->nfields || on->name || on->deref != 1)
		return 0;
	t = program_type(p, type_strip(p, p->field.at[f->field + on->arg].type));
	if (t->kind != TYPE_POINTER || !t->base.i)
		return 0;
	return number_bits((uint32_t)program_type(p, type_strip(p, t->base))->size);
}

static uint32_t argument_bits(const struct prove_operation *o, const struct model_place *place)
{
	if (!event_argument_number(place) || place->deref)
		return 0;
	return number_bits(execute_get(o->m, body_arg(o->b, o->in, place->arg + 1u)).bits);
}

static bool find_width(struct prove_operation *o)
{
	const struct model_row *r = o->row;
	struct value len = { 0 };

	if (r->len.kind == MODEL_LEN_CONSTANT) {
		o->bits = number_bits(r->len.value * 8);
	} else if (r->len.kind == MODEL_LEN_ARG) {
		if (!execute_need(o->m, body_arg(o->b, o->in, r->len.a + 1u), &len))
			return fail(o, STEP_REFINE);
		o->bits = len.lo <= 8 ? number_bits((uint32_t)len.lo * 8) : 0;
	} else {
		o->bits = atomic_declared_bits(o->m->seq, o->sym, r);
		if (!o->bits && !(r->flags & MODEL_BIT))
			o->bits = argument_bits(o, &r->value);
		if (!o->bits)
			o->bits = argument_bits(o, &r->expected);
		if (!o->bits && (r->flags & MODEL_LOAD || r->gives == MODEL_GIVES_OLD || r->gives == MODEL_GIVES_NEW))
			o->bits = number_bits(execute_bits(o->m->seq->p, o->in->type));
		if (!o->bits && r->flags & MODEL_BIT)
			o->bits = MOST_BITS;
	}
	return o->bits || fail(o, execute_cannot(o->m, "an atomic operation on a variable of this width"));
}

/* ---- operands ---- */

static struct value to_width(struct prove_operation *o, struct value v)
{
	if (!v.bits || v.bits == o->bits)
		return v;
	return value_cast(&o->m->smt, v.bits > o->bits ? CAST_trunc : CAST_sext, v, o->bits);
}

/* The value of a place: an argument, or what it points to. */
static bool fetch(struct prove_operation *o, const struct model_place *place, struct value *out, struct value *from)
{
	struct value at;

	*from = (struct value){ 0 };
	if (!event_says(place))
		return true;
	if (!place->deref) {
		*out = to_width(o, execute_get(o->m, body_arg(o->b, o->in, place->arg + 1u)));
		return out->bits || fail(o, execute_cannot(o->m, "an atomic operation on a value of this type"));
	}
	if (!execute_place(o->m, o->inst, place, &at, &o->step))
		return false;
	*from = at;
	return space_read(&o->m->space, at.lo, o->bits, out) || fail(o, execute_wrong(o->m));
}

/* The word and the bit in it that a number of a bit names. */
static bool find_bit(struct prove_operation *o)
{
	struct value number;
	int64_t n;

	if (!execute_need(o->m, body_arg(o->b, o->in, o->row->value.arg + 1u), &number))
		return fail(o, STEP_REFINE);
	n = value_signed(number);
	o->at += (uint64_t)((n >= 0 ? n / o->bits : -((-n + o->bits - 1) / o->bits)) * (o->bits / 8));
	o->mask = o->operand = value_of_number(o->bits, (uint64_t)1 << (n & (o->bits - 1)));
	return true;
}

static bool prepare(struct prove_operation *o)
{
	const struct model_row *r = o->row;
	struct value at, unused;

	if (!find_width(o) || !execute_place(o->m, o->inst, &r->on, &at, &o->step))
		return false;
	o->at = at.lo;
	if (r->flags & MODEL_BIT)
		return find_bit(o);
	if (!(r->flags & MODEL_LOAD) && !fetch(o, &r->value, &o->operand, &unused))
		return false;
	return fetch(o, &r->expected, &o->expected, &o->expected_at);
}

/* ---- what is computed ---- */

static struct value computed(struct prove_operation *o)
{
	struct smt *s = &o->m->smt;
	struct value one = value_of_number(o->bits, 1), all = value_of_number(o->bits, UINT64_MAX), v = o->operand;
	bool bad;

	switch (o->row->op) {
	case MODEL_OP_SET: return one;
	case MODEL_OP_CLEAR: return value_of_number(o->bits, 0);
	case MODEL_OP_ADD: return value_binary(s, BINARY_add, o->old, v, &bad);
	case MODEL_OP_SUB: return value_binary(s, BINARY_sub, o->old, v, &bad);
	case MODEL_OP_INC: return value_binary(s, BINARY_add, o->old, one, &bad);
	case MODEL_OP_DEC: return value_binary(s, BINARY_sub, o->old, one, &bad);
	case MODEL_OP_AND: return value_binary(s, BINARY_and, o->old, v, &bad);
	case MODEL_OP_ANDNOT: return value_binary(s, BINARY_and, o->old, value_binary(s, BINARY_xor, v, all, &bad), &bad);
	case MODEL_OP_OR: return value_binary(s, BINARY_or, o->old, v, &bad);
	case MODEL_OP_XOR: return value_binary(s, BINARY_xor, o->old, v, &bad);
	case MODEL_OP_NAND: return value_binary(s, BINARY_xor, value_binary(s, BINARY_and, o->old, v, &bad), all, &bad);
	default: return v;
	}
}

/* Whether the operation is done: one bit. */
static struct value is_done(struct prove_operation *o)
{
	const struct model_unless *u = &o->row->unless;
	struct value v;

	if (o->row->flags & MODEL_CMPXCHG)
		return value_compare(&o->m->smt, COMPARE_eq, o->old, o->expected);
	if (!u->test)
		return value_of_number(1, 1);
	v = u->arg ? to_width(o, execute_get(o->m, body_arg(o->b, o->in, u->arg))) : value_of_number(o->bits, (uint64_t)u->value);
	return value_compare(&o->m->smt, compare_negated(event_compare(u->test)), o->old, v);
}

static bool compute(struct prove_operation *o)
{
	const struct model_row *r = o->row;
	bool reads = !(r->flags & MODEL_STORE);

	if (reads && !space_read(&o->m->space, o->at, o->bits, &o->old))
		return fail(o, execute_wrong(o->m));
	o->stored = o->made = r->op ? computed(o) : r->flags & MODEL_LOAD ? o->old : o->operand;
	o->done = is_done(o);
	if (reads && !(r->flags & MODEL_LOAD))
		o->stored = value_select(&o->m->smt, o->done, o->made, o->old);
	return true;
}

/* ---- what is left behind ---- */

static bool store_to(struct prove_operation *o, const struct model_place *place, struct value v)
{
	struct value at;

	if (!event_says(place) || !place->deref)
		return true;
	if (!execute_place(o->m, o->inst, place, &at, &o->step))
		return false;
	return !at.lo || space_write(&o->m->space, at.lo, v) || fail(o, execute_wrong(o->m));
}

static bool store(struct prove_operation *o)
{
	const struct model_row *r = o->row;

	if (!(r->flags & MODEL_LOAD) && !space_write(&o->m->space, o->at, o->stored))
		return fail(o, execute_wrong(o->m));
	if (r->flags & MODEL_LOAD && !(r->flags & MODEL_BIT) && !store_to(o, &r->value, o->old))
		return false;
	if (r->flags & MODEL_CMPXCHG && o->expected_at.bits &&
	    !space_write(&o->m->space, o->expected_at.lo, value_select(&o->m->smt, o->done, o->expected, o->old)))
		return fail(o, execute_wrong(o->m));
	return store_to(o, &r->into, o->old);
}

static uint8_t order_of(struct prove_operation *o, bool failed)
{
	static const uint8_t by_word[] = { [MODEL_ORDER_RELAXED] = ORDER_RELAXED, [MODEL_ORDER_CONSUME] = ORDER_ACQUIRE,
					   [MODEL_ORDER_ACQUIRE] = ORDER_ACQUIRE, [MODEL_ORDER_RELEASE] = ORDER_RELEASE,
					   [MODEL_ORDER_ACQ_REL] = ORDER_ACQ_REL, [MODEL_ORDER_SEQ_CST] = ORDER_SEQ_CST };
	const struct model_row *r = o->row;
	bool other = failed && (r->fail_order || r->fail_order_arg.base);
	const struct model_place *arg = other ? &r->fail_order_arg : &r->order_arg;
	uint8_t word = other ? r->fail_order : r->order;
	struct value v;

	if (event_argument_number(arg)) { /* C11's numbers follow the words; unknown: the strongest */
		v = execute_get(o->m, body_arg(o->b, o->in, arg->arg + 1u));
		return value_known(v) && v.lo < MODEL_ORDERS - 1 ? by_word[v.lo + 1] : ORDER_SEQ_CST;
	}
	return word ? by_word[word] : ORDER_SEQ_CST;
}

/* One that is not done writes nothing and has the order for that; one of which it is not known does what either would. One that
 * changes the variable and is fully ordered by its row is a full barrier, as those of the kernel, of Windows and __sync_* are. */
static void keep_order(struct prove_operation *o)
{
	const struct model_row *r = o->row;
	bool reads = !(r->flags & MODEL_STORE), writes = !(r->flags & MODEL_LOAD);
	bool barrier = reads && writes && (r->order == MODEL_ORDER_SEQ_CST || (!r->order && !r->order_arg.base));
	struct order_op op = { order_of(o, false), ORDER_NONE, reads, writes, o->at, o->bits / 8 };

	if (writes && reads && !value_known(o->done))
		op.order2 = order_of(o, true);
	else if (writes && reads && !value_get(o->done))
		op = (struct order_op){ order_of(o, true), ORDER_NONE, true, false, o->at, o->bits / 8 };
	if (barrier)
		order_fence(o->m, ORDER_SEQ_CST);
	order_atomic(o->m, &op);
	if (barrier)
		order_fence(o->m, ORDER_SEQ_CST);
}

static struct value result_of(struct prove_operation *o)
{
	struct smt *s = &o->m->smt;
	struct value none = value_of_number(o->bits, 0);
	bool bad;

	switch (o->row->gives) {
	case MODEL_GIVES_NEW: return o->row->flags & MODEL_CMPXCHG ? o->stored : o->made;
	case MODEL_GIVES_DONE: return o->done;
	case MODEL_GIVES_ZERO: return value_compare(s, COMPARE_eq, o->stored, none);
	case MODEL_GIVES_NEGATIVE: return value_compare(s, COMPARE_slt, o->stored, none);
	default:
		if (o->mask.bits)
			return value_compare(s, COMPARE_ne, value_binary(s, BINARY_and, o->old, o->mask, &bad), none);
		return o->old;
	}
}

static enum step finish(struct prove_operation *o)
{
	const struct frame *f = execute_frame(o->m);
	uint32_t bits = execute_bits(f->fn->p, o->in->type);
	struct value v;

	if (bits && f->fn->used[body_value(o->b, o->inst)]) {
		v = result_of(o);
		if (!v.bits)
			return execute_cannot(o->m, "the result of an atomic operation on values of this type");
		if (v.bits != bits)
			v = value_cast(&o->m->smt, v.bits > bits ? CAST_trunc : v.bits == 1 ? CAST_zext : CAST_sext, v, bits);
		execute_set(o->m, o->inst, v);
	}
	execute_count(o->m);
	execute_next(o->m);
	return STEP_ON;
}

/* What the row leaves out and this call needs; NULL: nothing. */
static const char *not_said(const struct prove_operation *o)
{
	const struct frame *f = execute_frame(o->m);
	const struct model_row *r = o->row;

	if ((r->flags & MODEL_RMW && !r->op) || (r->flags & MODEL_STORE && !r->op && !event_says(&r->value)) ||
	    (r->flags & MODEL_CMPXCHG && (!event_says(&r->value) || !event_says(&r->expected))))
		return "an atomic operation of which the model does not say what it computes";
	if (execute_bits(f->fn->p, o->in->type) && f->fn->used[body_value(o->b, o->inst)] && r->gives <= MODEL_GIVES_NOTHING &&
	    !(r->flags & MODEL_LOAD))
		return "an atomic operation of which the model does not say what it returns";
	return NULL;
}

static struct prove_operation operation_at(struct execution *m, uint32_t inst, struct sym_id sym)
{
	const struct frame *f = execute_frame(m);

	return (struct prove_operation){ .m = m,
				   .sym = sym,
				   .inst = inst,
				   .b = &f->fn->body,
				   .in = &f->fn->body.inst.at[inst],
				   .row = atomic_row(m->seq, sym),
				   .step = STEP_DEAD };
}

enum step atomic_run(struct execution *m, uint32_t inst, struct sym_id sym)
{
	struct prove_operation o = operation_at(m, inst, sym);
	const char *missing = not_said(&o);
	enum step step;

	if (o.row->flags & MODEL_FENCE) {
		order_fence(m, order_of(&o, false));
		execute_count(m);
		execute_next(m);
		return STEP_ON;
	}
	if (missing)
		return execute_cannot(m, missing);
	if (!prepare(&o))
		return o.step;
	if (!(o.row->flags & MODEL_STORE) && program_type(m->seq->p, type_strip(m->seq->p, o.in->type))->kind == TYPE_POINTER) {
		step = harness_load(m, inst, o.at);
		if (step != STEP_ON)
			return step;
	}
	if (!compute(&o) || !store(&o))
		return o.step;
	keep_order(&o);
	return finish(&o);
}

bool atomic_access(struct execution *m, uint32_t inst, struct sym_id sym, struct prove_access *out)
{
	struct prove_operation o = operation_at(m, inst, sym);

	*out = (struct prove_access){ 0 };
	if (o.row->flags & MODEL_FENCE || not_said(&o))
		return true;
	if (!prepare(&o))
		return o.step != STEP_REFINE;
	*out = (struct prove_access){ .at = o.at, .len = o.bits / 8, .write = !(o.row->flags & MODEL_LOAD), .atomic = true };
	return true;
}

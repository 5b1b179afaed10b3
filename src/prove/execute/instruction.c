/* instruction: what one instruction of the program does to registers and memory. */
#include <string.h>

#include "prove/search/execute.h"

struct here {
	struct execution *m;
	struct frame *f;
	const struct body *b;
	const struct inst *in;
	uint32_t inst;
};

static struct value operand(struct here *h, uint32_t k)
{
	return execute_get(h->m, body_arg(h->b, h->in, k));
}

static bool need(struct here *h, uint32_t k, struct value *v)
{
	return execute_need(h->m, body_arg(h->b, h->in, k), v);
}

static uint32_t bits(struct here *h)
{
	return execute_bits(h->f->fn->p, h->in->type);
}

static enum step done(struct here *h)
{
	if (!h->f->fn->primitive)
		execute_count(h->m);
	execute_next(h->m);
	return STEP_ON;
}

static enum step yields(struct here *h, struct value v)
{
	if (!v.bits)
		return execute_cannot(h->m,
				      arena_format(h->m->arena, "an operation (%s) on values of this type", op_name(h->in->op)));
	execute_set(h->m, h->inst, v);
	return done(h);
}

/* ---- memory ---- */

/* Bytes of what a count counts: of an array whose length is not known when compiling, the elements. */
static uint64_t counted_bytes(const struct program *p, struct type_id type)
{
	enum { MOST_NESTED = 64 };
	const struct type *t = program_type(p, type_strip(p, type));

	for (uint32_t depth = 0; t->kind == TYPE_ARRAY && !t->size && depth < MOST_NESTED; depth++)
		t = program_type(p, type_strip(p, t->base));
	return t->size / 8;
}

static enum step do_alloca(struct here *h)
{
	const struct program *p = h->f->fn->p;
	bool counted = h->in->nargs && ref_kind(body_arg(h->b, h->in, 0)) != REF_NONE;
	uint64_t size = counted ? counted_bytes(p, h->in->type) : program_type(p, type_strip(p, h->in->type))->size / 8, at;
	struct value count = value_of_number(64, 1);
	struct room *room;

	if (counted && !need(h, 0, &count))
		return STEP_REFINE;
	if (count.hi || count.lo > SPACE_LARGEST || size > SPACE_LARGEST)
		return execute_cannot(h->m, "a variable of unbounded size");
	at = h->f->fn->primitive ? space_new(&h->m->space, ROOM_STACK, size * count.lo) :
				   space_new_unset(&h->m->space, ROOM_STACK, size * count.lo,
						   (struct schedule_place){ 0, h->b->fn, h->inst });
	if (!at)
		return execute_wrong(h->m);
	room = space_any(&h->m->space, at);
	room->type = h->in->type;
	room->next = h->f->rooms;
	region_save(&h->m->region, h->f, sizeof *h->f);
	h->f->rooms = space_number(&h->m->space, at);
	return yields(h, space_pointer(&h->m->space, at));
}

/* What lies in memory from malloc is what members are stored in: the outermost record around such a member. */
static void note_record(struct here *h, uint64_t at)
{
	struct room *room = space_any(&h->m->space, at);
	struct ref r = body_arg(h->b, h->in, 0);
	struct type_id record = { 0 };
	uint64_t offset = 0, size;

	if (!room || room->kind != ROOM_HEAP || room->type.i)
		return;
	for (const struct inst *in; (in = body_made_by(h->b, r)) != NULL && in->op == OP_field; r = body_arg(h->b, in, 0)) {
		offset += (uint64_t)body_offset(h->b, in);
		record = in->type;
	}
	size = record.i ? program_type(h->f->fn->p, type_strip(h->f->fn->p, record))->size / 8 : 0;
	if (!size || h->f->fn->primitive || (space_offset(&h->m->space, at) - offset) % size)
		return;
	region_save(&h->m->region, &room->type, sizeof room->type);
	room->type = record;
}

static enum step do_load(struct here *h)
{
	struct value at, v;
	enum step step = STEP_ON;

	if (!need(h, 0, &at))
		return STEP_REFINE;
	if (!bits(h))
		return execute_cannot(h->m, "a load of a vector");
	if (program_type(h->f->fn->p, type_strip(h->f->fn->p, h->in->type))->kind == TYPE_POINTER)
		step = harness_load(h->m, h->inst, at.lo);
	if (step != STEP_ON)
		return step;
	if (!space_read(&h->m->space, at.lo, bits(h), &v))
		return execute_wrong(h->m);
	execute_note_read(h->m, at.lo, (bits(h) + 7) / 8);
	order_atomic(h->m, &(struct order_op){ h->in->order, ORDER_NONE, true, false, at.lo, (bits(h) + 7) / 8 });
	return yields(h, v);
}

static enum step do_store(struct here *h)
{
	struct value at, v = operand(h, 1);

	if (!need(h, 0, &at))
		return STEP_REFINE;
	if (!v.bits)
		return execute_cannot(h->m, "a store of a vector or of a value that has none");
	if (!space_write(&h->m->space, at.lo, v))
		return execute_wrong(h->m);
	note_record(h, at.lo);
	execute_note_store(h->m, at.lo, (v.bits + 7) / 8);
	order_atomic(h->m, &(struct order_op){ h->in->order, ORDER_NONE, false, true, at.lo, (v.bits + 7) / 8 });
	return done(h);
}

static enum step do_field(struct here *h)
{
	bool bad;
	struct value v = value_binary(&h->m->smt, BINARY_add, operand(h, 0),
				      space_pointer(&h->m->space, (uint64_t)body_offset(h->b, h->in)), &bad);

	return yields(h, v);
}

static enum step do_index(struct here *h)
{
	struct smt *s = &h->m->smt;
	bool bad;
	struct value i = operand(h, 1);
	uint32_t word = h->m->space.pointer * 8;

	i = value_cast(s, i.bits > word ? CAST_trunc : CAST_sext, i, word);
	i = value_binary(s, BINARY_mul, i, value_of_number(word, (uint64_t)body_offset(h->b, h->in)), &bad);
	return yields(h, value_binary(s, BINARY_add, operand(h, 0), i, &bad));
}

static struct value rmw_result(struct here *h, struct value old, struct value v)
{
	struct smt *s = &h->m->smt;
	bool bad;

	switch (h->in->sub) {
	case RMW_xchg: return v;
	case RMW_add: return value_binary(s, BINARY_add, old, v, &bad);
	case RMW_sub: return value_binary(s, BINARY_sub, old, v, &bad);
	case RMW_and: return value_binary(s, BINARY_and, old, v, &bad);
	case RMW_or: return value_binary(s, BINARY_or, old, v, &bad);
	case RMW_xor: return value_binary(s, BINARY_xor, old, v, &bad);
	case RMW_nand:
		old = value_binary(s, BINARY_and, old, v, &bad);
		return value_binary(s, BINARY_xor, old, value_number_wide(old.bits, ~(value_wide)0), &bad);
	case RMW_max: return value_select(s, value_compare(s, COMPARE_sgt, old, v), old, v);
	case RMW_min: return value_select(s, value_compare(s, COMPARE_slt, old, v), old, v);
	case RMW_umax: return value_select(s, value_compare(s, COMPARE_ugt, old, v), old, v);
	case RMW_umin: return value_select(s, value_compare(s, COMPARE_ult, old, v), old, v);
	case RMW_fadd: return value_binary(s, BINARY_fadd, old, v, &bad);
	case RMW_fsub: return value_binary(s, BINARY_fsub, old, v, &bad);
	default: return (struct value){ 0 };
	}
}

static enum step do_rmw(struct here *h)
{
	struct value at, old, v = operand(h, 1), new;

	if (!need(h, 0, &at))
		return STEP_REFINE;
	if (!v.bits)
		return execute_cannot(h->m, "an atomic operation on a value of this type");
	if (!space_read(&h->m->space, at.lo, v.bits, &old))
		return execute_wrong(h->m);
	new = rmw_result(h, old, v);
	if (!new.bits)
		return execute_cannot(h->m, "an atomic operation of this kind");
	if (!space_write(&h->m->space, at.lo, new))
		return execute_wrong(h->m);
	order_atomic(h->m, &(struct order_op){ h->in->order, ORDER_NONE, true, true, at.lo, (v.bits + 7) / 8 });
	return yields(h, old);
}

/* One that fails writes nothing and has the other order; one of which that is not known does what either would. */
static void order_exchange(struct here *h, uint64_t at, uint32_t width, struct value same)
{
	struct order_op op = { h->in->order, ORDER_NONE, true, true, at, (width + 7) / 8 };

	if (!value_known(same))
		op.order2 = h->in->order2;
	else if (!value_get(same))
		op = (struct order_op){ h->in->order2, ORDER_NONE, true, false, at, (width + 7) / 8 };
	order_atomic(h->m, &op);
}

/* A weak one that fails for no reason is not tried: the strong one is among its behaviours. */
static enum step do_cmpxchg(struct here *h)
{
	struct smt *s = &h->m->smt;
	const struct program *p = h->f->fn->p;
	const struct type *t = program_type(p, type_strip(p, h->in->type));
	struct value at, old, expected = operand(h, 1), new = operand(h, 2), same, whole;

	if (!need(h, 0, &at))
		return STEP_REFINE;
	if (!expected.bits || t->size > VALUE_MOST || t->nfields != 2)
		return execute_cannot(h->m, "an atomic exchange of this width");
	if (!space_read(&h->m->space, at.lo, expected.bits, &old))
		return execute_wrong(h->m);
	if (!h->f->fn->primitive)
		execute_note_equal(h->m, old, expected);
	same = value_compare(s, COMPARE_eq, old, expected);
	whole = value_insert(s, value_of_number(execute_bits(p, h->in->type), 0), 0, old);
	whole = value_insert(s, whole, (uint32_t)p->field.at[t->field + 1].offset, same);
	if (!space_write(&h->m->space, at.lo, value_select(s, same, new, old)))
		return execute_wrong(h->m);
	if (h->in->flags & INST_WEAK)
		execute_cut(h->m, CUT_SPURIOUS, program_fn_name(p, h->b->fn));
	order_exchange(h, at.lo, old.bits, same);
	return yields(h, whole);
}

static enum step do_memory(struct here *h)
{
	struct value to, n;
	struct value from = operand(h, 1);
	bool ok;

	if (!need(h, 0, &to) || !need(h, 2, &n) || (h->in->op == OP_memcpy && !need(h, 1, &from)))
		return STEP_REFINE;
	if (h->in->op == OP_memcpy) {
		if (!h->in->sub && to.lo != from.lo && to.lo < from.lo + n.lo && from.lo < to.lo + n.lo)
			return execute_dead(h->m, "a copy of memory onto itself");
		ok = space_copy(&h->m->space, to.lo, from.lo, n.lo);
		execute_note_copy(h->m, to.lo, from.lo);
	}
	else
		ok = space_fill(&h->m->space, to.lo, from, n.lo);
	return ok ? done(h) : execute_wrong(h->m);
}

/* x86-64's va_list, as if the registers had held no argument: all of them lie in memory, one behind the other. Where pointers
 * have four bytes it is a pointer to them (i386, arm). */
static enum step do_varargs(struct here *h)
{
	struct space *s = &h->m->space;
	struct value at, from;
	bool ok = true, small = s->pointer == 4;

	if (!need(h, 0, &at) || (h->in->sub == VARARGS_copy && !need(h, 1, &from)))
		return STEP_REFINE;
	switch (h->in->sub) {
	case VARARGS_start:
		ok = small ? space_write(s, at.lo, space_pointer(s, h->f->rest)) :
			     space_write(s, at.lo, value_of_number(32, 48)) && space_write(s, at.lo + 4, value_of_number(32, 304)) &&
				     space_write(s, at.lo + 8, value_of_number(64, h->f->rest)) &&
				     space_write(s, at.lo + 16, value_of_number(64, 0));
		break;
	case VARARGS_copy:
		ok = space_copy(s, at.lo, from.lo, small ? 4 : 24);
		break;
	case VARARGS_end:
		break;
	default:
		return execute_cannot(h->m, "an argument list of another machine");
	}
	return ok ? done(h) : execute_wrong(h->m);
}

/* ---- structs in registers ---- */

/* Where the indices lead: a bit offset and a width; false: not in a struct or array that is known. */
static bool part(struct here *h, struct type_id type, uint32_t *bit, uint32_t *width)
{
	const struct program *p = h->f->fn->p;
	struct type_id id = type_strip(p, type);

	*bit = 0;
	for (uint32_t i = 0; i < h->in->nwords; i++) {
		const struct type *t = program_type(p, id);
		uint32_t k = h->b->word.at[h->in->word + i];
		if (t->kind == TYPE_STRUCT && k < t->nfields) {
			*bit += (uint32_t)p->field.at[t->field + k].offset;
			id = type_strip(p, p->field.at[t->field + k].type);
		} else if (t->kind == TYPE_ARRAY && t->base.i && k < t->count) {
			id = type_strip(p, t->base);
			*bit += k * execute_bits(p, id);
		} else {
			return false;
		}
	}
	*width = execute_bits(p, id);
	return *width > 0;
}

/* The machine's type of a value: that of the instruction, or of the constant, that gives it. */
static struct type_id type_of(struct here *h, struct ref r)
{
	uint32_t inst;

	if (ref_kind(r) == REF_KONST)
		return program_konst(h->f->fn->p, (struct konst_id){ ref_index(r) })->type;
	if (ref_kind(r) != REF_VALUE)
		return (struct type_id){ 0 };
	inst = body_inst(h->b, ref_index(r));
	return inst == UINT32_MAX ? h->b->param.at[ref_index(r) - 1].type : h->b->inst.at[inst].type;
}

static enum step do_extract(struct here *h)
{
	uint32_t bit, width;

	if (!part(h, type_of(h, body_arg(h->b, h->in, 0)), &bit, &width))
		return execute_cannot(h->m, "a struct in registers");
	return yields(h, value_extract(&h->m->smt, operand(h, 0), bit, width));
}

static enum step do_insert(struct here *h)
{
	struct value whole = operand(h, 0);
	uint32_t bit, width;

	if (!part(h, h->in->type, &bit, &width) || bits(h) > VALUE_MOST)
		return execute_cannot(h->m, "a struct in registers");
	if (!whole.bits)
		whole = value_of_number(bits(h), 0);
	return yields(h, value_insert(&h->m->smt, whole, bit, operand(h, 1)));
}

/* ---- control ---- */

static enum step jump(struct here *h, uint32_t block)
{
	struct execution *m = h->m;

	if (!h->f->fn->primitive)
		execute_count(m);
	m->core.from = h->f->fn->block[h->inst];
	m->core.op = h->f->fn->first[h->b->block.at[block].inst];
	return STEP_ON;
}

/* A branch on an unknown value: so many times in one call of the function. */
static enum step unknown_branch(struct here *h)
{
	uint32_t block = h->f->fn->block[h->inst];

	if (h->f->visits[block] >= h->m->opt->loops) {
		execute_cut(h->m, CUT_LOOPS, NULL);
		return execute_dead(h->m, "a loop with an unknown end");
	}
	region_save(&h->m->region, &h->f->visits[block], sizeof *h->f->visits);
	h->f->visits[block]++;
	return STEP_REFINE;
}

/* The way that is shorter to the goal. */
static void hope_for(struct here *h)
{
	static const value_wide no = 0, yes = 1;
	const uint32_t *to = h->in->nwords ? h->b->word.at + h->in->word : NULL;

	if (h->f->fn->distance)
		h->m->hope = h->f->fn->distance[to[1]] < h->f->fn->distance[to[0]] ? &no : &yes;
}

static enum step do_branch(struct here *h)
{
	struct value c;

	if (!need(h, 0, &c)) {
		hope_for(h);
		return unknown_branch(h);
	}
	if (!c.bits)
		return execute_cannot(h->m, "a condition that has no value");
	return jump(h, h->b->word.at[h->in->word + !(c.lo & 1)]);
}

static enum step do_switch(struct here *h)
{
	struct value v, k;

	if (!need(h, 0, &v))
		return unknown_branch(h);
	execute_note_number(h->m, v);
	for (uint32_t i = 1; i < h->in->nargs; i++) {
		k = operand(h, i);
		if (k.lo == v.lo && k.hi == v.hi)
			return jump(h, h->b->word.at[h->in->word + i]);
	}
	return jump(h, h->b->word.at[h->in->word]);
}

static enum step do_goto(struct here *h)
{
	uint64_t self = space_symbol(&h->m->space, program_fn(h->m->seq->p, h->b->fn)->sym);
	struct value at;

	if (!need(h, 0, &at))
		return STEP_REFINE;
	for (uint32_t i = 0; i < h->in->nwords; i++)
		if (at.lo == space_label(&h->m->space, self, h->b->word.at[h->in->word + i]))
			return jump(h, h->b->word.at[h->in->word + i]);
	return execute_dead(h->m, "a computed goto to no label");
}

enum { MOST_PHIS = 64 };

/* All phis of a block read before any of them is written. */
static enum step do_phis(struct here *h)
{
	struct execution *m = h->m;
	struct value v[MOST_PHIS];
	uint32_t n = 0, first = h->inst, from = m->core.from;

	for (; n < MOST_PHIS && h->b->inst.at[first + n].op == OP_phi; n++) {
		const struct inst *in = &h->b->inst.at[first + n];
		uint32_t k = 0;
		while (k < in->nwords && h->b->word.at[in->word + k] != from)
			k++;
		CHECK(k < in->nwords, "a phi knows where control came from");
		v[n] = execute_get(m, body_arg(h->b, in, k));
	}
	if (n == MOST_PHIS)
		return execute_cannot(m, "more than 63 values that meet in one place");
	for (uint32_t i = 0; i < n; i++) {
		execute_set(m, first + i, v[i]);
		if (!h->f->fn->primitive)
			execute_count(m);
	}
	m->core.op = h->f->fn->first[first + n];
	return STEP_ON;
}

static bool is_harmless(const char *text)
{
	static const char *const known[] = { "",       "pause",	 "rep; nop", "rep nop", "nop",
					     "mfence", "lfence", "sfence",   "yield",	"isb" };

	while (*text == ' ' || *text == '\t' || *text == '\n')
		text++;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strncmp(text, known[i], strlen(known[i])) &&
		    strspn(text + strlen(known[i]), " \t\n;") == strlen(text + strlen(known[i])))
			return true;
	return false;
}

static enum step do_asm(struct here *h)
{
	const char *text = program_str(h->f->fn->p, (struct str_id){ h->b->word.at[h->in->word] });

	if (!is_harmless(text) || bits(h))
		return execute_cannot(h->m, "inline assembly");
	if (strstr(text, "fence"))
		order_fence(h->m, ORDER_SEQ_CST);
	return done(h);
}

static void note_numbers(struct here *h)
{
	bool measures = (h->in->op == OP_binary && h->in->sub == BINARY_sub) ||
			(h->in->op == OP_compare && h->in->sub != COMPARE_eq && h->in->sub != COMPARE_ne);
	bool keeps = h->in->op == OP_cast && bits(h) >= h->m->space.pointer * 8 && h->in->sub != CAST_uitofp &&
		     h->in->sub != CAST_sitofp;

	if (h->f->fn->primitive || keeps || (h->in->op == OP_binary && h->in->sub == BINARY_add))
		return;
	if (h->in->op == OP_compare && !measures)
		execute_note_equal(h->m, operand(h, 0), operand(h, 1));
	else if (measures)
		execute_note_measured(h->m, operand(h, 0), operand(h, 1), h->in->op == OP_compare);
	else
		for (uint32_t k = 0; k < h->in->nargs && k < 2; k++)
			execute_note_number(h->m, operand(h, k));
}

static enum step do_plain(struct here *h)
{
	struct smt *s = &h->m->smt;
	struct value v;
	bool bad = false;

	if (h->in->op == OP_binary || h->in->op == OP_compare || h->in->op == OP_cast)
		note_numbers(h);
	switch (h->in->op) {
	case OP_binary:
		if (h->in->flags & INST_SIGNED && value_overflows(s, h->in->sub, operand(h, 0), operand(h, 1)))
			return execute_dead(h->m, "a signed number that overflows");
		v = value_binary(s, h->in->sub, operand(h, 0), operand(h, 1), &bad);
		return bad ? execute_dead(h->m, "a division by zero or a shift too far") : yields(h, v);
	case OP_compare:
		return yields(h, value_compare(s, h->in->sub, operand(h, 0), operand(h, 1)));
	case OP_cast:
		return yields(h, value_cast(s, h->in->sub, operand(h, 0), bits(h)));
	case OP_negate:
		return yields(h, value_negate(s, operand(h, 0)));
	case OP_copy:
		return yields(h, operand(h, 0));
	default:
		return yields(h, value_select(s, operand(h, 0), operand(h, 1), operand(h, 2)));
	}
}

static enum step do_ret(struct here *h)
{
	return execute_return(h->m, h->in->nargs ? operand(h, 0) : (struct value){ 0 });
}

enum step execute_do(struct execution *m, uint32_t inst)
{
	struct frame *f = execute_frame(m);
	struct here h = { m, f, &f->fn->body, &f->fn->body.inst.at[inst], inst };

	if (h.in->flags & INST_EITHER && !f->fn->primitive && either_matters(&m->either, h.b, h.in))
		execute_cut(m, CUT_EVALUATION, program_fn_name(f->fn->p, h.b->fn));
	switch (h.in->op) {
	case OP_alloca: return do_alloca(&h);
	case OP_load: return do_load(&h);
	case OP_store: return do_store(&h);
	case OP_field: return do_field(&h);
	case OP_index: return do_index(&h);
	case OP_binary:
	case OP_compare:
	case OP_cast:
	case OP_negate:
	case OP_copy:
	case OP_select: return do_plain(&h);
	case OP_phi: return do_phis(&h);
	case OP_extract: return do_extract(&h);
	case OP_insert: return do_insert(&h);
	case OP_call: return execute_call(m, inst);
	case OP_asm: return do_asm(&h);
	case OP_rmw: return do_rmw(&h);
	case OP_cmpxchg: return do_cmpxchg(&h);
	case OP_fence:
		if (!(h.in->flags & INST_SINGLE))
			order_fence(m, h.in->order);
		return done(&h);
	case OP_memcpy:
	case OP_memset: return do_memory(&h);
	case OP_varargs: return do_varargs(&h);
	case OP_br: return jump(&h, h.b->word.at[h.in->word]);
	case OP_unwind: return jump(&h, h.b->word.at[h.in->word]);
	case OP_branch: return do_branch(&h);
	case OP_switch: return do_switch(&h);
	case OP_goto: return do_goto(&h);
	case OP_ret: return do_ret(&h);
	case OP_unreachable: return execute_dead(m, "code that cannot be reached");
	default: return execute_cannot(m, arena_format(m->arena, "the operation `%s`", op_name(h.in->op)));
	}
}

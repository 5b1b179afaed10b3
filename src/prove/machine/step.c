/* The instructions of the program's own code, but for calls. */
#include <string.h>

#include "prove/machine/parts.h"

/* ---- operands and results ---- */

static uint8_t *slot_at(struct machine *m, uint32_t thread, const struct machine_code *c, uint32_t value)
{
	return machine_thread(m, thread)->values.at + machine_top(m, thread)->values + c->slot[value].at;
}

static const uint8_t *konst_bytes(struct machine *m, uint32_t thread, struct konst_id id, uint8_t scratch[16])
{
	static const uint8_t zeros[1 << 16];
	const struct konst *k = program_konst(m->image->p, id);
	uint64_t at;

	memset(scratch, 0, 16);
	switch (k->kind) {
	case KONST_INT:
	case KONST_FLOAT:
		memcpy(scratch, &k->lo, 8);
		memcpy(scratch + 8, &k->hi, 8);
		return scratch;
	case KONST_NULL:
	case KONST_ZERO:
	case KONST_UNDEF: /* any value will do: the one that the schedule has, or zero */
		for (uint32_t i = 0; k->kind == KONST_UNDEF && m->schedule && i < m->schedule->undefined.n; i++)
			if (m->schedule->undefined.at[i].konst == id.i) {
				memcpy(scratch, &m->schedule->undefined.at[i].value, 8);
				return scratch;
			}
		if (machine_type_bytes(m->image->p, k->type) <= sizeof zeros)
			return zeros;
		break;
	case KONST_ADDR:
	case KONST_LABEL:
		at = machine_symbol(m, thread, k->sym) + (k->kind == KONST_LABEL ? machine_label(m) : 0) + k->lo;
		memcpy(scratch, &at, 8);
		return scratch;
	case KONST_BYTES:
		return (const uint8_t *)program_bytes(m->image->p, k->data).at;
	default:
		break;
	}
	(void)machine_stop(m, MACHINE_UNKNOWN, "a constant that has no value");
	return NULL;
}

const uint8_t *machine_operand(struct machine *m, uint32_t thread, struct ref r, uint8_t scratch[16])
{
	uint64_t at;

	switch (ref_kind(r)) {
	case REF_VALUE:
		return slot_at(m, thread, machine_code(m->image, machine_top(m, thread)->fn), ref_index(r));
	case REF_SYM:
		at = machine_symbol(m, thread, (struct sym_id){ ref_index(r) });
		memset(scratch, 0, 16);
		memcpy(scratch, &at, 8);
		return scratch;
	case REF_KONST:
		return konst_bytes(m, thread, (struct konst_id){ ref_index(r) }, scratch);
	default:
		memset(scratch, 0, 16);
		return scratch;
	}
}

struct number_type machine_ref_type(struct machine *m, const struct machine_code *c, struct ref r, struct type_id *type)
{
	*type = m->image->pointer;
	if (ref_kind(r) == REF_VALUE) {
		*type = c->slot[ref_index(r)].type;
		return c->slot[ref_index(r)].number;
	}
	if (ref_kind(r) == REF_KONST)
		*type = program_konst(m->image->p, (struct konst_id){ ref_index(r) })->type;
	return machine_number_type(m->image->p, *type);
}

/* The low 64 bits, zero-extended from the operand's width. */
uint64_t machine_operand_number(struct machine *m, uint32_t thread, struct ref r)
{
	const struct machine_code *c = machine_code(m->image, machine_top(m, thread)->fn);
	struct type_id type;
	struct number_type n = machine_ref_type(m, c, r, &type);
	uint8_t scratch[16];
	const uint8_t *at = machine_operand(m, thread, r, scratch);
	uint64_t bytes = n.kind == NUMBER_NONE ? 0 : machine_type_bytes(m->image->p, type), v = 0;

	if (!at)
		return 0;
	if (n.kind == NUMBER_INT && n.count == 1)
		return (uint64_t)machine_number_get(at, n.bits);
	memcpy(&v, at, bytes < 8 ? bytes : 8);
	return v;
}

void machine_next_inst(struct machine *m, uint32_t thread)
{
	struct machine_frame *f = machine_top(m, thread);

	f->inst++;
	f->phase = 0;
}

void machine_result(struct machine *m, uint32_t thread, uint64_t value)
{
	const struct machine_frame *f = machine_top(m, thread);
	const struct machine_code *c = machine_code(m->image, f->fn);
	const struct machine_slot *s = &c->slot[body_value(&c->body, f->inst)];
	u128 wide = value;

	if (s->bytes) /* an int result of 32 bits is cut from the 64 */
		memcpy(slot_at(m, thread, c, body_value(&c->body, f->inst)), &wide, s->bytes < 16 ? s->bytes : 16);
	machine_next_inst(m, thread);
}

/* ---- control ---- */

/* To the start of a block, with the values of its phis as of one moment. */
static void enter_block(struct machine *m, uint32_t thread, uint32_t to)
{
	struct machine_frame *f = machine_top(m, thread);
	const struct machine_code *c = machine_code(m->image, f->fn);
	const struct block *b = &c->body.block.at[to];
	uint8_t kept[512], scratch[16];
	uint32_t used = 0, from = f->block, n = 0;

	for (; n < b->ninsts && c->body.inst.at[b->inst + n].op == OP_phi; n++) {
		const struct inst *in = &c->body.inst.at[b->inst + n];
		const struct machine_slot *s = &c->slot[body_value(&c->body, b->inst + n)];
		for (uint32_t k = 0; k < in->nargs; k++) {
			const uint8_t *v;
			if (c->body.word.at[in->word + k] != from)
				continue;
			v = machine_operand(m, thread, body_arg(&c->body, in, k), scratch);
			if (!v)
				return;
			if (s->bytes > sizeof kept - used) {
				(void)machine_stop(m, MACHINE_UNKNOWN,
						   "a block with too many values that depend on where it is entered from");
				return;
			}
			memcpy(kept + used, v, s->bytes);
			break;
		}
		used += s->bytes;
	}
	used = 0;
	for (uint32_t i = 0; i < n; i++) {
		const struct machine_slot *s = &c->slot[body_value(&c->body, b->inst + i)];
		memcpy(slot_at(m, thread, c, body_value(&c->body, b->inst + i)), kept + used, s->bytes);
		used += s->bytes;
	}
	f->block = to;
	f->inst = b->inst;
	f->phase = 0;
}

static uint32_t chosen_case(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	struct type_id type;
	struct number_type n = machine_ref_type(m, c, body_arg(&c->body, in, 0), &type);
	uint8_t one[16], two[16];
	const uint8_t *v = machine_operand(m, thread, body_arg(&c->body, in, 0), one), *w;

	for (uint32_t i = 1; v && i < in->nargs; i++) {
		w = machine_operand(m, thread, body_arg(&c->body, in, i), two);
		if (w && machine_number_get(v, n.bits) == machine_number_get(w, n.bits))
			return c->body.word.at[in->word + i];
	}
	return c->body.word.at[in->word];
}

static void step_goto(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	uint64_t at = machine_operand_number(m, thread, body_arg(&c->body, in, 0));
	uint64_t self = machine_symbol(m, thread, program_fn(m->image->p, c->body.fn)->sym) + machine_label(m);

	for (uint32_t i = 0; i < in->nwords; i++)
		if (at - self == c->body.word.at[in->word + i]) {
			enter_block(m, thread, c->body.word.at[in->word + i]);
			return;
		}
	(void)machine_stop(m, MACHINE_UNDEFINED, "a computed goto to no label");
}

void machine_return(struct machine *m, uint32_t thread, const uint8_t *value, uint32_t bytes)
{
	struct machine_thread *t = machine_thread(m, thread);
	uint8_t kept[256] = { 0 };
	const struct machine_slot *s;
	const struct machine_code *c;
	uint64_t result = 0;

	if (bytes > sizeof kept) {
		(void)machine_stop(m, MACHINE_UNKNOWN, "a function that returns %u bytes", bytes);
		return;
	}
	if (bytes)
		memcpy(kept, value, bytes);
	memcpy(&result, kept, 8);
	if (t->frame.n == 1) {
		if (thread || (m->schedule && m->schedule->start != START_MAIN)) {
			machine_leave(m, thread, result);
			return;
		}
		if (m->whole)
			machine_pop(m, thread);
		else
			machine_end_thread(m, thread, result);
		machine_exit(m, thread);
		return;
	}
	machine_pop(m, thread);
	if (machine_top(m, thread)->kind != FRAME_CODE)
		return; /* what called it comes back in a step of its own */
	c = machine_code(m->image, machine_top(m, thread)->fn);
	s = &c->slot[body_value(&c->body, machine_top(m, thread)->inst)];
	if (s->bytes)
		memcpy(slot_at(m, thread, c, body_value(&c->body, machine_top(m, thread)->inst)), kept,
		       s->bytes < sizeof kept ? s->bytes : sizeof kept);
	machine_next_inst(m, thread);
}

static void step_ret(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	uint8_t scratch[16];
	const uint8_t *v = NULL;
	struct type_id type;
	uint32_t bytes = 0;

	if (in->nargs) {
		struct number_type n = machine_ref_type(m, c, body_arg(&c->body, in, 0), &type);
		v = machine_operand(m, thread, body_arg(&c->body, in, 0), scratch);
		bytes = n.count > 1 ? n.count * machine_number_bytes(n.bits) : (uint32_t)machine_type_bytes(m->image->p, type);
		if (!v)
			return;
	}
	machine_return(m, thread, v, bytes);
}

static void step_terminator(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	const uint32_t *word = in->nwords ? c->body.word.at + in->word : NULL;

	switch (in->op) {
	case OP_br:
	case OP_unwind:
		enter_block(m, thread, word[0]);
		break;
	case OP_branch:
		enter_block(m, thread, word[machine_operand_number(m, thread, body_arg(&c->body, in, 0)) & 1 ? 0 : 1]);
		break;
	case OP_switch:
		enter_block(m, thread, chosen_case(m, thread, c, in));
		break;
	case OP_goto:
		step_goto(m, thread, c, in);
		break;
	case OP_ret:
		step_ret(m, thread, c, in);
		break;
	case OP_unreachable:
		(void)machine_stop(m, MACHINE_UNDEFINED, "code that cannot be reached");
		break;
	default:
		(void)machine_stop(m, MACHINE_UNKNOWN, "%s",
				   in->op == OP_asm_goto ? "inline assembly that jumps" : "an exception");
	}
}

/* ---- memory ---- */

/* The bytes of a local variable. A variable-length array is its innermost element, `count` times. */
static uint64_t alloca_bytes(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	const struct program *p = m->image->p;
	struct type_id type = in->type;
	uint64_t count = in->nargs ? machine_operand_number(m, thread, body_arg(&c->body, in, 0)) : 1, one;

	for (int depth = 0; in->nargs && depth < 16; depth++) {
		const struct type *t = program_type(p, type_strip(p, type));
		if (t->kind != TYPE_ARRAY || !(t->flags & TYPE_VARIABLE || !t->size))
			break;
		type = t->base;
	}
	one = machine_type_bytes(p, type);
	return one && count > MOST_BYTES / one ? UINT64_MAX : one * count;
}

static void step_alloca(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	uint64_t bytes = alloca_bytes(m, thread, c, in);
	uint32_t id;

	if (bytes == UINT64_MAX) {
		(void)machine_stop(m, MACHINE_UNKNOWN, "a local variable of more than %d MB", MOST_BYTES >> 20);
		return;
	}
	id = machine_new_object(m, (struct machine_object){ .kind = MACHINE_STACK,
							    .size = bytes,
							    .type = in->type,
							    .thread = thread,
							    .fn = c->body.fn,
							    .inst = machine_top(m, thread)->inst });
	if (!id)
		return;
	*vec_add(&m->arena, &machine_thread(m, thread)->local) = id;
	machine_result(m, thread, machine_address(m, id, 0));
}

uint32_t machine_access_bytes(struct machine *m, struct type_id type)
{
	struct number_type n = machine_number_type(m->image->p, type);

	if (n.kind == NUMBER_FLOAT && n.bits == 80 && n.count == 1)
		return 10; /* what is behind them, up to 12 or 16, is padding */
	return n.count > 1 ? n.count * machine_number_bytes(n.bits) : (uint32_t)machine_type_bytes(m->image->p, type);
}

static void step_access(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	uint64_t at = machine_operand_number(m, thread, body_arg(&c->body, in, 0));
	uint32_t bytes = machine_access_bytes(m, in->type), value = body_value(&c->body, machine_top(m, thread)->inst);
	uint8_t scratch[16], *b = machine_bytes(m, at, bytes, in->op == OP_store);
	const uint8_t *v;

	if (!b)
		return;
	if (in->op == OP_load) {
		memcpy(slot_at(m, thread, c, value), b, bytes < c->slot[value].bytes ? bytes : c->slot[value].bytes);
	} else {
		v = machine_operand(m, thread, body_arg(&c->body, in, 1), scratch);
		if (!v)
			return;
		memmove(b, v, bytes);
	}
	machine_next_inst(m, thread);
}

static void step_rmw(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	uint64_t at = machine_operand_number(m, thread, body_arg(&c->body, in, 0));
	struct number_type n = machine_number_type(m->image->p, in->type);
	uint32_t bytes = machine_number_bytes(n.bits);
	bool there = n.count == 1 && bytes <= 16 && machine_bytes(m, at, bytes, false);
	uint8_t scratch[16], made[16] = { 0 }, *b = there ? machine_bytes(m, at, bytes, true) : NULL;
	const uint8_t *v = machine_operand(m, thread, body_arg(&c->body, in, 1), scratch);

	if (!b || !v || !machine_number_rmw(m, in->sub, n, b, v, made)) {
		(void)machine_stop(m, MACHINE_UNKNOWN, "an atomic operation on a vector");
		return;
	}
	memcpy(slot_at(m, thread, c, body_value(&c->body, machine_top(m, thread)->inst)), b, bytes);
	memcpy(b, made, bytes);
	machine_next_inst(m, thread);
}

/* {the old value, whether it was the expected one}; a weak one fails only for that reason here. */
static void step_cmpxchg(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	const struct program *p = m->image->p;
	const struct type *pair = program_type(p, type_strip(p, in->type));
	uint64_t at = machine_operand_number(m, thread, body_arg(&c->body, in, 0));
	uint8_t one[16], two[16], *b, *out;
	const uint8_t *expected, *wanted;
	struct type_id type;
	uint32_t bytes;
	bool equal;

	(void)machine_ref_type(m, c, body_arg(&c->body, in, 1), &type);
	bytes = (uint32_t)machine_type_bytes(p, type);
	expected = machine_operand(m, thread, body_arg(&c->body, in, 1), one);
	wanted = machine_operand(m, thread, body_arg(&c->body, in, 2), two);
	b = bytes <= 16 && pair->nfields == 2 && machine_bytes(m, at, bytes, false) ? machine_bytes(m, at, bytes, true) : NULL;
	if (!b || !expected || !wanted) {
		(void)machine_stop(m, MACHINE_UNKNOWN, "a compare and exchange that is not understood");
		return;
	}
	equal = !memcmp(b, expected, bytes);
	out = slot_at(m, thread, c, body_value(&c->body, machine_top(m, thread)->inst));
	memcpy(out, b, bytes);
	out[p->field.at[pair->field + 1].offset / 8] = equal;
	if (equal)
		memcpy(b, wanted, bytes);
	machine_next_inst(m, thread);
}

static void step_block(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	uint64_t to = machine_operand_number(m, thread, body_arg(&c->body, in, 0)),
		 from = machine_operand_number(m, thread, body_arg(&c->body, in, 1));
	uint64_t bytes = machine_operand_number(m, thread, body_arg(&c->body, in, 2));
	const uint8_t *source = in->op == OP_memcpy ? machine_bytes(m, from, bytes, false) : NULL;
	uint8_t *b = machine_bytes(m, to, bytes, true);

	if (!b || (in->op == OP_memcpy && !source))
		return;
	if (in->op == OP_memcpy && !in->sub && to != from && to < from + bytes && from < to + bytes) {
		(void)machine_stop(m, MACHINE_UNDEFINED, "a copy of memory onto itself");
		return;
	}
	if (bytes && in->op == OP_memcpy)
		memmove(b, source, bytes);
	else if (bytes)
		memset(b, (int)(from & 255), bytes);
	machine_next_inst(m, thread);
}

/* ---- addresses and numbers ---- */

static uint64_t signed_operand(struct machine *m, uint32_t thread, const struct machine_code *c, struct ref r)
{
	struct type_id type;
	struct number_type n = machine_ref_type(m, c, r, &type);
	uint64_t v = machine_operand_number(m, thread, r);

	return n.bits && n.bits < 64 ? (uint64_t)((int64_t)(v << (64 - n.bits)) >> (64 - n.bits)) : v;
}

static void step_index(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	uint64_t base = machine_operand_number(m, thread, body_arg(&c->body, in, 0));
	uint64_t index = in->op == OP_index ? signed_operand(m, thread, c, body_arg(&c->body, in, 1)) : 1;

	machine_result(m, thread, base + index * (uint64_t)body_offset(&c->body, in));
}

uint32_t machine_member_at(const struct program *p, struct type_id type, const uint32_t *index, uint32_t n, uint32_t *bytes)
{
	uint64_t at = 0;

	for (uint32_t i = 0; i < n; i++) {
		const struct type *t = program_type(p, type_strip(p, type));
		if (t->kind == TYPE_ARRAY || t->kind == TYPE_VECTOR) {
			type = t->base;
			at += index[i] * machine_type_bytes(p, type);
		} else if (t->kind == TYPE_STRUCT && index[i] < t->nfields) {
			at += p->field.at[t->field + index[i]].offset / 8;
			type = p->field.at[t->field + index[i]].type;
		} else {
			return UINT32_MAX;
		}
	}
	*bytes = (uint32_t)machine_type_bytes(p, type);
	return (uint32_t)at;
}

static void step_member(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	const struct machine_slot *s = &c->slot[body_value(&c->body, machine_top(m, thread)->inst)];
	uint8_t one[16], two[16], *out = slot_at(m, thread, c, body_value(&c->body, machine_top(m, thread)->inst));
	const uint8_t *whole = machine_operand(m, thread, body_arg(&c->body, in, 0), one), *part;
	uint32_t bytes, at, size;
	struct type_id type;

	(void)machine_ref_type(m, c, body_arg(&c->body, in, 0), &type);
	size = (uint32_t)machine_type_bytes(m->image->p, type);
	at = machine_member_at(m->image->p, type, c->body.word.at + in->word, in->nwords, &bytes);
	if (!whole || at == UINT32_MAX || at + (uint64_t)bytes > size || s->bytes < (in->op == OP_extract ? bytes : size)) {
		(void)machine_stop(m, MACHINE_UNKNOWN, "a member of a struct value that is not understood");
		return;
	}
	if (in->op == OP_extract) {
		memmove(out, whole + at, bytes);
	} else {
		part = machine_operand(m, thread, body_arg(&c->body, in, 1), two);
		if (!part)
			return;
		memmove(out, whole, size);
		memmove(out + at, part, bytes);
	}
	machine_next_inst(m, thread);
}

static void step_vector(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	uint8_t one[16], two[16], *out = slot_at(m, thread, c, body_value(&c->body, machine_top(m, thread)->inst));
	const uint8_t *a = machine_operand(m, thread, body_arg(&c->body, in, 0), one),
		      *b = machine_operand(m, thread, body_arg(&c->body, in, 1), two);
	uint64_t index = machine_operand_number(m, thread, body_arg(&c->body, in, in->op == OP_element ? 1 : 2));
	struct type_id type;
	struct number_type n = machine_ref_type(m, c, body_arg(&c->body, in, 0), &type);
	uint32_t size = machine_number_bytes(n.bits);

	if (!a || !b)
		return;
	if (in->op != OP_shuffle && index >= n.count) {
		(void)machine_stop(m, MACHINE_UNDEFINED, "an element that its vector does not have");
		return;
	}
	if (in->op == OP_element) {
		memmove(out, a + index * size, size);
	} else if (in->op == OP_replace) {
		memmove(out, a, (size_t)n.count * size);
		memmove(out + index * size, b, size);
	} else {
		for (uint32_t i = 0; i < in->nwords; i++) {
			uint32_t k = c->body.word.at[in->word + i];
			memmove(out + (size_t)i * size, k < n.count ? a + (size_t)k * size : b + (size_t)(k - n.count) * size,
				size);
		}
	}
	machine_next_inst(m, thread);
}

static void step_select(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	const struct machine_slot *s = &c->slot[body_value(&c->body, machine_top(m, thread)->inst)];
	uint8_t one[16];
	struct type_id type;
	struct number_type n = machine_ref_type(m, c, body_arg(&c->body, in, 0), &type);
	bool first = machine_operand_number(m, thread, body_arg(&c->body, in, 0)) & 1;
	const uint8_t *v = machine_operand(m, thread, body_arg(&c->body, in, in->op == OP_select ? (first ? 1 : 2) : 0), one);

	if (in->op == OP_select && n.count > 1) {
		(void)machine_stop(m, MACHINE_UNKNOWN, "a choice by vector");
		return;
	}
	if (!v)
		return;
	memmove(slot_at(m, thread, c, body_value(&c->body, machine_top(m, thread)->inst)), v, s->bytes);
	machine_next_inst(m, thread);
}

static void step_number(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	const struct machine_slot *s = &c->slot[body_value(&c->body, machine_top(m, thread)->inst)];
	uint8_t one[16], two[16], *out = slot_at(m, thread, c, body_value(&c->body, machine_top(m, thread)->inst));
	const uint8_t *a = machine_operand(m, thread, body_arg(&c->body, in, 0), one);
	const uint8_t *b = in->nargs > 1 ? machine_operand(m, thread, body_arg(&c->body, in, 1), two) : a;
	struct type_id type;
	struct number_type from = machine_ref_type(m, c, body_arg(&c->body, in, 0), &type), to = s->number;
	bool ok;

	if (!a || !b)
		return;
	if (from.kind == NUMBER_OTHER && from.count == 1 && in->op != OP_cast) /* a struct in a register */
		from = (struct number_type){ NUMBER_INT, from.bits, 1 };
	switch (in->op) {
	case OP_binary:
		if (m->strict && in->flags & INST_SIGNED && machine_number_overflows(in->sub, to, a, b)) {
			(void)machine_stop(m, MACHINE_UNKNOWN, "a signed number that overflows");
			return;
		}
		ok = machine_number_binary(m, in->sub, to, a, b, out);
		break;
	case OP_compare:
		ok = machine_number_compare(m, in->sub, from, a, b, out);
		break;
	case OP_cast:
		ok = machine_number_cast(m, in->sub, from, to, a, out);
		break;
	default:
		memset(two, 0, sizeof two);
		ok = to.kind == NUMBER_FLOAT && to.count == 1;
		if (ok)
			machine_number_put_float(out, to.bits, -machine_number_float(a, to.bits));
		else
			(void)machine_stop(m, MACHINE_UNKNOWN, "a negated vector");
	}
	if (ok)
		machine_next_inst(m, thread);
}

/* ---- the rest ---- */

/* x86-64: all arguments behind the parameters lie in the overflow area (System V ABI, 3.5.7). i386: the list is their address. */
static void step_varargs(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	uint64_t list = machine_operand_number(m, thread, body_arg(&c->body, in, 0)), from;
	uint32_t bytes = m->image->word == 4 ? 4 : 24;
	uint8_t *to, *old;

	if (m->image->word == 4 && in->sub == VARARGS_start) {
		if (machine_write_number(m, list, 4, machine_top(m, thread)->varargs))
			machine_next_inst(m, thread);
		return;
	}
	switch (in->sub) {
	case VARARGS_start:
		if (!machine_write_number(m, list, 4, 48) || !machine_write_number(m, list + 4, 4, 176) ||
		    !machine_write_number(m, list + 8, 8, machine_top(m, thread)->varargs) ||
		    !machine_write_number(m, list + 16, 8, 0))
			return;
		break;
	case VARARGS_copy:
		from = machine_operand_number(m, thread, body_arg(&c->body, in, 1));
		to = machine_bytes(m, list, bytes, true);
		old = machine_bytes(m, from, bytes, false);
		if (!to || !old)
			return;
		memmove(to, old, bytes);
		break;
	case VARARGS_arg:
		(void)machine_stop(m, MACHINE_UNKNOWN, "va_arg of a struct");
		return;
	default:
		break;
	}
	machine_next_inst(m, thread);
}

/* Assembly that only keeps the compiler from moving things, or that tells the processor to take its time. */
static void step_asm(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	enum { FIRST_FENCE = 5 };
	static const char *const idle[] = { "", "pause", "nop", "rep; nop", "rep nop", "mfence", "lfence", "sfence" };
	const char *text = program_str(m->image->p, (struct str_id){ c->body.word.at[in->word] });
	const struct machine_slot *s = &c->slot[body_value(&c->body, machine_top(m, thread)->inst)];

	for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
		if (!strcmp(text, idle[i]) && !s->bytes) {
			if (i >= FIRST_FENCE)
				machine_order_fence(m, thread, ORDER_SEQ_CST);
			machine_next_inst(m, thread);
			return;
		}
	(void)machine_stop(m, MACHINE_UNKNOWN, "inline assembly in %s", program_fn_name(m->image->p, c->body.fn));
}

static void step_call(struct machine *m, uint32_t thread)
{
	struct machine_call call;

	if (machine_call_prepare(m, thread, &call))
		machine_call_step(&call);
}

/* What an atomic instruction or a fence, which is about to be executed, tells the threads of each other. */
static void keep_order(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	struct machine_look l = { 0 };
	struct machine_atomic_step x = { .order = in->order, .reads = in->op != OP_store };

	if (in->op == OP_fence) {
		if (!(in->flags & INST_SINGLE))
			machine_order_fence(m, thread, in->order);
		return;
	}
	machine_look_code(m, thread, c, in, &l);
	if (m->state != MACHINE_RUNS || !l.naccesses)
		return;
	x.writes = l.access[0].write;
	x.at = l.access[0].at;
	x.bytes = l.access[0].bytes;
	if (in->op == OP_cmpxchg && !x.writes)
		x.order = in->order2;
	machine_order_atomic(m, thread, &x);
}

static void step_code(struct machine *m, uint32_t thread)
{
	const struct machine_frame *f = machine_top(m, thread);
	const struct machine_code *c = machine_code(m->image, f->fn);
	const struct inst *in = &c->body.inst.at[f->inst];

	if (in->order != ORDER_NONE)
		keep_order(m, thread, c, in);
	switch (in->op) {
	case OP_alloca: step_alloca(m, thread, c, in); break;
	case OP_load:
	case OP_store: step_access(m, thread, c, in); break;
	case OP_field:
	case OP_index: step_index(m, thread, c, in); break;
	case OP_binary:
	case OP_compare:
	case OP_cast:
	case OP_negate: step_number(m, thread, c, in); break;
	case OP_copy:
	case OP_select: step_select(m, thread, c, in); break;
	case OP_phi:
	case OP_fence: machine_next_inst(m, thread); break;
	case OP_extract:
	case OP_insert: step_member(m, thread, c, in); break;
	case OP_element:
	case OP_replace:
	case OP_shuffle: step_vector(m, thread, c, in); break;
	case OP_call: step_call(m, thread); break;
	case OP_asm: step_asm(m, thread, c, in); break;
	case OP_rmw: step_rmw(m, thread, c, in); break;
	case OP_cmpxchg: step_cmpxchg(m, thread, c, in); break;
	case OP_memcpy:
	case OP_memset: step_block(m, thread, c, in); break;
	case OP_varargs: step_varargs(m, thread, c, in); break;
	default: step_terminator(m, thread, c, in); break;
	}
}

void machine_step(struct machine *m, uint32_t thread)
{
	if (m->state != MACHINE_RUNS || thread >= m->thread.n || machine_thread(m, thread)->ended) {
		(void)machine_stop(m, MACHINE_UNKNOWN, "a step of a thread that cannot take one");
		return;
	}
	machine_thread(m, thread)->steps++;
	if (machine_top(m, thread)->kind == FRAME_ONCE)
		sync_once_done(m, thread);
	else if (machine_top(m, thread)->kind != FRAME_CODE)
		machine_step_end(m, thread);
	else
		step_code(m, thread);
}

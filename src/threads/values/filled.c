/* What a block or a slot is filled with before anybody else has it: the number that a counter in it starts with.
 *
 *     i = malloc(sizeof *i);
 *     *i = (struct image){ .references = 3 };            a copy from a slot that nobody else uses, filled just before
 *     start(i); start(i); put(i);
 *
 * Of a block, what is stored to it at one place counts if its function is the one that allocates, and every use by which another
 * one may get at the block, in that function, comes behind the store. */
#include "code/address.h"
#include "threads/gates/flag.h"

/* ---- a slot that is filled to be copied ---- */

static bool keeps_address(const struct inst *in, uint32_t operand)
{
	if (in->op == OP_field || in->op == OP_copy || in->op == OP_load || in->op == OP_store || in->op == OP_memset)
		return operand == 0;
	return in->op == OP_memcpy && operand < 2;
}

static bool slot_is_private(const struct code *code, uint32_t slot)
{
	for (uint32_t i = 0; i < code->body.inst.n; i++)
		for (uint32_t k = 0; k < code->body.inst.at[i].nargs; k++)
			if (peel_slot(&code->body, body_arg(&code->body, &code->body.inst.at[i], k), PEEL_COPY | PEEL_FIELD) == slot &&
			    !keeps_address(&code->body.inst.at[i], k))
				return false;
	return true;
}

bool filled_from_slot(const struct code *code, uint32_t inst)
{
	const struct inst *copy = &code->body.inst.at[inst];
	uint32_t slot =
		copy->op == OP_memcpy ? peel_slot(&code->body, body_arg(&code->body, copy, 1), PEEL_COPY | PEEL_FIELD) : 0;

	return slot && slot_is_private(code, slot);
}

/* How many bytes a store, a copy or a memset writes; INT32_MAX: not known. */
static int64_t written(const struct code *code, const struct inst *in)
{
	int64_t bytes;

	if (in->op != OP_store)
		return program_constant(code->p, body_arg(&code->body, in, 2), &bytes) ? bytes : INT32_MAX;
	return in->type.i ? (int64_t)((program_type(code->p, type_strip(code->p, in->type))->size + 7) / 8) : INT32_MAX;
}

/* What was put at this place of the slot by the last store before the copy, in its block. */
static bool number_in_slot(const struct code *code, const struct inst *copy, int64_t place, int64_t bytes, int64_t *number)
{
	const struct inst *first =
		&code->body.inst.at[code->body.block.at[code_block(code, (uint32_t)(copy - code->body.inst.at))].inst];
	struct address slot = address_of(code->p, &code->body, body_arg(&code->body, copy, 1)), to;
	int64_t from = slot.offset, at;

	for (const struct inst *in = copy; in-- > first;) {
		if (in->op != OP_store && in->op != OP_memset && in->op != OP_memcpy)
			continue;
		to = address_of(code->p, &code->body, body_arg(&code->body, in, 0));
		at = to.offset;
		if (to.base.bits != slot.base.bits)
			continue;
		if (at >= from + place + bytes || at + written(code, in) <= from + place)
			continue;
		if (in->op == OP_store)
			return !in->nwords && at == from + place && written(code, in) == bytes &&
			       program_constant(code->p, body_arg(&code->body, in, 1), number);
		return in->op == OP_memset && at <= from + place && at + written(code, in) >= from + place + bytes &&
		       program_constant(code->p, body_arg(&code->body, in, 1), number) && !*number;
	}
	return false;
}

/* ---- the number that a store leaves in the flag ---- */

/* What the variable holds before the program starts, so far behind its start. */
int64_t filled_first(const struct program *p, uint32_t sym, uint32_t bits, int64_t offset)
{
	struct bytes data = program_bytes(p, program_sym(p, (struct sym_id){ sym })->data);
	uint64_t x = 0;

	for (uint32_t i = 0; i < (bits + 7) / 8; i++) {
		uint64_t at = (uint64_t)offset + i;
		if (at < data.len)
			x |= (uint64_t)(unsigned char)data.at[at] << 8 * i;
	}
	if (bits < 64 && x >> (bits - 1) & 1)
		x |= ~(uint64_t)0 << bits;
	return (int64_t)x;
}

bool filled_number(const struct running *r, const struct flag *f, const struct variable_use *u, int64_t *number)
{
	const struct code *code = code_get(r->shapes, u->fn);
	const struct inst *in = &code->body.inst.at[u->inst];
	int64_t offset;
	uint32_t sym;

	if (in->op == OP_store)
		return u->offset == f->offset && program_constant(r->p, body_arg(&code->body, in, 1), number);
	*number = 0;
	if (in->op != OP_memcpy)
		return in->op == OP_memset;
	sym = memory_constant(r->p, body_arg(&code->body, in, 1), &offset);
	if (!sym)
		return number_in_slot(code, in, f->offset - u->offset, (f->bits + 7) / 8, number);
	*number = filled_first(r->p, sym, f->bits, offset + f->offset - u->offset);
	return true;
}

/* ---- before anybody else has the block ---- */

static bool is_inside(const struct code *code, struct ref r, uint32_t block)
{
	return peel_value(&code->body, r, PEEL_COPY | PEEL_FIELD | PEEL_INDEX) == body_value(&code->body, block);
}

static bool is_behind(const struct code *code, uint32_t a, uint32_t b)
{
	uint32_t x = code_block(code, a), y = code_block(code, b);

	return x == y ? a < b : cfg_dominates(&code->cfg, x, y);
}

/* A use that leaves the block where it is. */
static bool is_plain(const struct inst *in, uint32_t operand)
{
	return keeps_address(in, operand) || in->op == OP_compare || (in->op == OP_index && !operand);
}

bool filled_first_of_all(const struct running *r, const struct object *o, const struct variable_use *u)
{
	const struct code *code = code_get(r->shapes, u->fn);

	if (o->kind != OBJECT_HEAP || o->fn.i != u->fn.i || o->inst >= code->body.inst.n || !is_behind(code, o->inst, u->inst))
		return false;
	for (uint32_t i = 0; i < code->body.inst.n; i++)
		for (uint32_t k = 0; k < code->body.inst.at[i].nargs; k++)
			if (is_inside(code, body_arg(&code->body, &code->body.inst.at[i], k), o->inst) &&
			    !is_plain(&code->body.inst.at[i], k) && !is_behind(code, u->inst, i))
				return false;
	return true;
}

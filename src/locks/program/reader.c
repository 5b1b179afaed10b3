/* Functions that look at memory and change nothing, as `static bool is_mapped(struct file *f) { return f->flags & MAPPED; }`.
 *
 *     if (is_mapped(f)) lock(&f->lock);
 *     ...
 *     if (is_mapped(f)) unlock(&f->lock);
 *
 * The second answer is taken to be the first one, in doubt (expr.h): a lock is not accused because of two calls that nobody would
 * expect to differ. A reader writes no memory but its own variables, takes no lock, and calls only readers.
 *
 * misses  a function that answers otherwise each time although it writes nothing here: because it asks the hardware, the clock */
#include "code/address.h"
#include "locks/program/ops.h"

#include <string.h>

bool reader_by_model(const struct model_row *row)
{
	for (; row; row = row->next) {
		bool load = event_is(row, EVENT_ATOMIC) && (row->flags & MODEL_LOAD);
		if (!load && !event_has(row, TRAIT_READS_ONLY))
			return false;
	}
	return true;
}

/* An operand that the assembler text writes through a pointer is spelt =*m in the constraints. */
static bool asm_writes(const struct program *p, const struct body *b, const struct inst *in)
{
	const char *constraints = program_str(p, (struct str_id){ b->word.at[in->word + 1] });

	return (in->flags & INST_MEMORY) || strstr(constraints, "=*") || strstr(constraints, "+*");
}

static bool call_reads(const struct ops *o, const struct body *b, const struct inst *call)
{
	struct sym_id callee = body_callee(o->p, b, call);
	const struct model_row *row;
	const struct sym *s;

	if (!callee.i)
		return false;
	s = program_sym(o->p, callee);
	row = ops_rows(o, s);
	return row ? reader_by_model(row) : s->fn.i != 0; /* with a body: close_readers() looks further */
}

static bool may_stay(const struct ops *o, const struct body *b, const struct inst *in)
{
	switch (in->op) {
	case OP_store:
	case OP_memset:
	case OP_memcpy:
		return peel_slot(b, body_arg(b, in, 0), PEEL_ADDRESS) != 0;
	case OP_rmw:
	case OP_cmpxchg:
	case OP_fence:
	case OP_varargs:
		return false;
	case OP_asm:
	case OP_asm_goto:
		return !asm_writes(o->p, b, in);
	case OP_call:
		return call_reads(o, b, in);
	default:
		return true;
	}
}

bool reader_alone(const struct ops *o, const struct body *b)
{
	for (uint32_t i = 0; i < b->inst.n; i++)
		if (!may_stay(o, b, &b->inst.at[i]))
			return false;
	return true;
}

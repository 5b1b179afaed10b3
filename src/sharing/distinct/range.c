#include "sharing/distinct/range.h"

#include "ir/cfg.h"

/* Does the operand of a phi, which comes around the loop, add a positive number to it? */
static bool grows(const struct program *p, const struct body *b, uint32_t phi, struct ref x)
{
	const struct inst *in = body_made_by(b, x);
	struct ref old = in ? body_arg(b, in, 0) : x;
	int64_t n;

	if (!in || in->op != OP_binary || in->sub != BINARY_add || ref_kind(old) != REF_VALUE ||
	    ref_index(old) != body_value(b, phi))
		return false;
	return program_number(p, body_arg(b, in, 1), &n) && n > 0 && n < INT32_MAX;
}

static uint32_t block_of(const struct body *b, uint32_t inst)
{
	uint32_t block = 0;

	while (block + 1 < b->block.n && b->block.at[block + 1].inst <= inst)
		block++;
	return block;
}

/* Is the place only reached by this way out of the block of the phi, in the same round? */
static bool is_behind(const struct body *b, uint32_t from, uint32_t way, uint32_t inst)
{
	struct arena scratch;
	struct cfg cfg;
	bool behind;

	arena_init(&scratch, "sharing.count");
	cfg_build(&scratch, b, &cfg);
	behind = way != from && cfg.npreds[way] == 1 && cfg_dominates(&cfg, way, block_of(b, inst));
	arena_release(&scratch);
	return behind;
}

bool range_end(const struct program *p, const struct body *b, uint32_t phi, uint32_t inst, int64_t *end)
{
	uint32_t block = block_of(b, phi), n;
	const struct inst *last = body_end(b, block);
	struct ref c = last->op == OP_branch ? body_arg(b, last, 0) : ref_make(REF_NONE, 0);
	const struct inst *in = body_made_by(b, c);
	const uint32_t *way = body_successors(b, block, &n);
	struct ref left = in ? body_arg(b, in, 0) : c;

	if (!in || n != 2 || in->op != OP_compare || ref_kind(left) != REF_VALUE || ref_index(left) != body_value(b, phi) ||
	    !program_number(p, body_arg(b, in, 1), end))
		return false;
	if (in->sub == COMPARE_sle || in->sub == COMPARE_ule)
		++*end;
	else if (in->sub != COMPARE_slt && in->sub != COMPARE_ult)
		return false;
	return *end > 0 && is_behind(b, block, way[0], inst);
}

bool range_first(const struct program *p, const struct body *b, uint32_t phi, int64_t *first)
{
	const struct inst *in = &b->inst.at[phi];

	if (in->op != OP_phi || in->nargs != 2)
		return false;
	for (uint32_t i = 0; i < 2; i++)
		if (program_number(p, body_arg(b, in, i), first) && *first >= 0 && grows(p, b, phi, body_arg(b, in, 1 - i)))
			return true;
	return false;
}

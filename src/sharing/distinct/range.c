#include "sharing/distinct/range.h"

#include "code/loop.h"

/* The number that it stays below in this block of the loop; false: none is known. */
static bool end_of(const struct program *p, const struct count_loop *l, uint32_t block, struct loop_range *out)
{
	int64_t end;

	if (!l->inside[block] || (!l->bottom && block == l->header) || !program_constant(p, l->bound, &end))
		return false;
	if (l->compare == COMPARE_sle || l->compare == COMPARE_ule)
		end++;
	else if (l->compare != COMPARE_slt && l->compare != COMPARE_ult)
		return false;
	out->end = l->bottom && end <= out->first ? out->first + 1 : end; /* there is one round whatever the test says */
	return end > 0;
}

bool range_of_variable(const struct program *p, const struct body *b, uint32_t phi, uint32_t inst, struct loop_range *out)
{
	struct arena scratch;
	struct count_loop l;
	struct cfg cfg;
	bool counts;

	if (b->inst.at[phi].op != OP_phi)
		return false;
	arena_init(&scratch, "sharing.count");
	cfg_build(&scratch, b, &cfg);
	counts = loop_steps(&scratch, p, b, &cfg, block_of_inst(b, phi), ref_make(REF_VALUE, body_value(b, phi)), &l) &&
		 program_constant(p, l.first, &out->first) && out->first >= 0 && l.step > 0 && l.step < INT32_MAX;
	out->open = !counts || !loop_tests(p, b, &cfg, &l) || !end_of(p, &l, block_of_inst(b, inst), out);
	arena_release(&scratch);
	return counts;
}

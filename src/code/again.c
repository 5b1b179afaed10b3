#include "code/again.h"

#include "code/loop.h"
#include "code/test.h"

static uint32_t call_tested_by(const struct program *p, const struct body *b, uint32_t block, uint32_t *way)
{
	struct fork f;
	uint32_t call = fork_of(p, b, block, &f) && fork_zero(&f) != UINT32_MAX ? body_inst_of(b, f.test.value) : UINT32_MAX;

	if (call == UINT32_MAX || b->inst.at[call].op != OP_call || !(b->inst.at[call].flags & INST_TWICE))
		return UINT32_MAX;
	*way = fork_zero(&f) == f.to[0];
	return call;
}

bool again_way(const struct program *p, const struct body *b, uint32_t block, uint32_t *way)
{
	return call_tested_by(p, b, block, way) != UINT32_MAX;
}

bool again_returns(struct arena *scratch, const struct program *p, const struct body *b, uint32_t inst)
{
	uint32_t block = block_of_inst(b, inst), way = 0, n;
	const uint32_t *to = body_successors(b, block, &n);
	const bool *reached;

	if (call_tested_by(p, b, block, &way) != inst || way >= n || body_end(b, to[way])->op == OP_ret)
		return true;
	reached = blocks_reach(scratch, b, to[way], UINT32_MAX, NULL, NULL);
	for (uint32_t k = 0; k < b->block.n; k++)
		if (reached[k] && body_end(b, k)->op == OP_ret)
			return true;
	return false;
}

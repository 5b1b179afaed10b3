/* Which registers are still needed where: facts that differ in others do not differ. */
#include "contexts/slice/build.h"

#include <string.h>


static void use(const struct contexts_builder *k, uint64_t *live, uint32_t node)
{
	struct term root = term_root_of(&k->s->terms, node);

	if (root.kind == TERM_RESULT)
		live[root.b / 64] |= 1ull << root.b % 64;
}

static void define(uint64_t *live, uint32_t reg)
{
	live[reg / 64] &= ~(1ull << reg % 64);
}

static void live_call(const struct contexts_builder *k, const struct call *call, uint64_t *live)
{
	const struct slice *out = k->out;

	if (call->reg)
		define(live, call->reg - 1);
	use(k, live, call->node);
	for (uint32_t i = 0; i < call->narguments; i++)
		use(k, live, out->argument.at[call->argument + i].node);
	for (uint32_t i = 0; i < call->noperations; i++) {
		const struct operation *o = &out->operation.at[call->operation + i];
		const struct operand all[] = { o->on, o->with, o->fn, o->arg, o->arg2, o->arg3, o->id, o->queue, o->task };
		for (uint32_t j = 0; j < sizeof all / sizeof *all; j++)
			use(k, live, all[j].node);
	}
}

static void live_step(const struct contexts_builder *k, const struct contexts_step *s, uint64_t *live)
{
	if (s->kind == STEP_CALL) {
		live_call(k, &k->out->call.at[s->call], live);
		return;
	}
	if (s->kind == STEP_LOAD || s->kind == STEP_SELECT)
		define(live, s->reg);
	use(k, live, s->a);
	use(k, live, s->b);
}

/* Live at the end of `block`, into `live`: what its successors need, phis by the values on this edge. A block's own set is as it
 * is behind its phis. */
static void live_out(const struct contexts_builder *k, uint32_t block, uint32_t words, uint64_t *live, uint64_t *there)
{
	const struct slice *out = k->out;
	const struct slice_block *b = &out->block.at[block];

	memset(live, 0, words * sizeof *live);
	for (uint32_t i = 0; i < b->nnexts; i++) {
		const struct slice_block *to = &out->block.at[out->next.at[b->next + i]];
		memcpy(there, out->live.at + to->live, words * sizeof *there);
		for (uint32_t j = 0; j < to->nphis; j++)
			define(there, out->phi.at[to->phi + j].reg);
		for (uint32_t w = 0; w < words; w++)
			live[w] |= there[w];
	}
	for (uint32_t i = 0; i < b->nnexts; i++) {
		uint32_t nphis;
		const struct phi *phi = slice_phis(out, out->next.at[b->next + i], block, &nphis);
		for (uint32_t j = 0; j < nphis; j++)
			use(k, live, phi[j].node);
	}
}

void find_live(struct contexts_builder *k)
{
	struct slice *out = k->out;
	uint32_t words = (out->nregs + 63) / 64;
	uint64_t *live = arena_array(k->scratch, words + 1, sizeof *live),
		 *there = arena_array(k->scratch, words + 1, sizeof *there);
	bool again = words > 0;

	(void)limit_over(LIMIT_contexts_registers, out->nregs); /* reg_set forgets them */
	if (limit_over(LIMIT_contexts_live, (uint64_t)words * out->block.n)) {
		for (uint32_t b = 0; b < out->block.n; b++)
			out->block.at[b].live = ALL_LIVE;
		return;
	}
	vec_reserve(k->s->arena, &out->live, words * out->block.n + 1);
	out->live.n = words * out->block.n;
	memset(out->live.at, 0, out->live.n * sizeof *out->live.at);
	for (uint32_t b = 0; b < out->block.n; b++)
		out->block.at[b].live = words * b;
	while (again) {
		again = false;
		for (uint32_t j = k->cfg.nreached; j--;) {
			struct slice_block *b = &out->block.at[k->cfg.order[j]];
			live_out(k, k->cfg.order[j], words, live, there);
			if (b->branch.call && out->call.at[b->branch.call - 1].reg)
				live[(out->call.at[b->branch.call - 1].reg - 1) / 64] |=
					1ull << (out->call.at[b->branch.call - 1].reg - 1) % 64;
			use(k, live, b->branch.node);
			for (uint32_t i = b->nsteps; i--;)
				live_step(k, &out->step.at[b->step + i], live);
			again |= memcmp(live, out->live.at + b->live, words * sizeof *live) != 0;
			memcpy(out->live.at + b->live, live, words * sizeof *live);
		}
	}
}

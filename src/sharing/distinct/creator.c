#include "base/store/scc.h"
#include "code/loop.h"
#include "sharing/distinct/distinct.h"
#include "sharing/summary.h"

/* phi + constant, not 0. */
static bool is_step(const struct creator *c, struct ref r, uint32_t phi)
{
	const struct inst *in = body_made_by(&c->b, r);
	const struct konst *k;

	if (!in || in->op != OP_binary || (in->sub != BINARY_add && in->sub != BINARY_sub))
		return false;
	if (body_arg(&c->b, in, 0).bits != ref_make(REF_VALUE, phi).bits || ref_kind(body_arg(&c->b, in, 1)) != REF_KONST)
		return false;
	k = program_konst(c->s->p, (struct konst_id){ ref_index(body_arg(&c->b, in, 1)) });
	return k->kind == KONST_INT && k->lo;
}

/* A variable of a loop: on every way back to it, it has grown by a constant, always the same instruction; all other ways come
 * from outside, and not again. */
static bool is_counter(const struct creator *c, uint32_t inst)
{
	const struct inst *in = &c->b.inst.at[inst];
	uint32_t phi = body_value(&c->b, inst), at = c->block_of[inst], step = 0;

	for (uint32_t k = 0; k < in->nargs; k++) {
		uint32_t from = c->b.word.at[in->word + k];
		struct ref r = body_arg(&c->b, in, k);
		if (!c->cycle[at] || c->cycle[from] != c->cycle[at])
			continue;
		if (!is_step(c, r, phi) || (step && step != r.bits))
			return false;
		step = r.bits;
	}
	return step != 0;
}

struct form creator_made(const struct creator *c, uint32_t inst)
{
	return (struct form){ .kind = FORM_ADDRESS,
			      .base = (uint64_t)3 << 62 | (uint64_t)c->b.fn.i << 28 | (inst & 0xfffffff),
			      .stride = STRIDE_FREE };
}

bool creator_makes(const struct creator *c, uint32_t inst)
{
	struct sym_id callee = body_callee(c->s->p, &c->b, &c->b.inst.at[inst]);
	struct fn_id fn = callee.i ? program_sym(c->s->p, callee)->fn : (struct fn_id){ 0 };

	if (!callee.i)
		return false;
	if (events_make_new(c->s->points->row[callee.i]))
		return true;
	return fn.i && !c->s->points->row[callee.i] && c->s->summary[fn.i].result == (uint64_t)1 << SUMMARY_FRESH &&
	       !c->s->summary[fn.i].taken;
}

struct form creator_value(const struct creator *c, uint32_t value)
{
	return (struct form){ .kind = FORM_UNIFORM, .base = (uint64_t)2 << 62 | (uint64_t)c->b.fn.i << 28 | (value & 0xfffffff) };
}

/* What is there before any loop is the same for all: parameters, stack slots, values of blocks that no loop holds. */
static struct form same_for_all(const struct creator *c, uint32_t value, uint32_t block)
{
	return c->cycle[block] ? (struct form){ 0 } : creator_value(c, value);
}

/* What the element of the round holds alone; or what is in memory for good; or what was loaded before any loop. */
static struct form loaded_form(const struct creator *c, uint32_t inst)
{
	struct ref address = body_arg(&c->b, &c->b.inst.at[inst], 0);
	struct form at = form_of(c->s, &c->b, c->form, address), f = { 0 };

	if (at.kind == FORM_ADDRESS && at.phi)
		return form_content(c->s, c->b.fn, address, &at);
	if (at.kind == FORM_UNIFORM && at.base)
		f = form_constant(c->s, c->b.fn, address);
	return f.kind && f.base >> 61 != 1 ? f : same_for_all(c, body_value(&c->b, inst), c->block_of[inst]);
}

static struct form first_form(const struct creator *c, uint32_t inst)
{
	const struct inst *in = &c->b.inst.at[inst];
	uint32_t v = body_value(&c->b, inst);
	struct form f;

	switch (in->op) {
	case OP_phi:
		if (is_counter(c, inst))
			return (struct form){ .kind = FORM_INT, .phi = v, .mul = 1 };
		return (struct form){ 0 };
	case OP_load:
		return loaded_form(c, inst);
	case OP_alloca:
		return same_for_all(c, v, c->block_of[inst]);
	case OP_call:
		f = same_for_all(c, v, c->block_of[inst]);
		return f.kind == FORM_NONE && creator_makes(c, inst) ? creator_made(c, inst) : f;
	default:
		return form_step(c->s, &c->b, c->form, inst);
	}
}

/* Which blocks can be executed again: those of a component of several, or with a way straight back. */
static void find_cycles(struct creator *c)
{
	uint32_t blocks = c->b.block.n, *first = arena_array(c->arena, blocks + 1, sizeof *first);
	bool *self = arena_array(c->arena, blocks, sizeof *self);
	VEC(uint32_t) edge = { 0 };
	struct scc scc;

	for (uint32_t b = 0; b < blocks; b++) {
		uint32_t n;
		const uint32_t *to = body_successors(&c->b, b, &n);
		first[b] = edge.n;
		for (uint32_t k = 0; k < n; k++) {
			self[b] |= to[k] == b;
			*vec_add(c->arena, &edge) = to[k];
		}
	}
	first[blocks] = edge.n;
	scc_find(c->arena, blocks, first, edge.at, &scc);
	c->cycle = arena_array(c->arena, blocks, sizeof *c->cycle);
	for (uint32_t b = 0; b < blocks; b++)
		if (self[b] || scc.first[scc.of[b] + 1] - scc.first[scc.of[b]] > 1)
			c->cycle[b] = scc.of[b] + 1;
}

void creator_open(struct creator *c, struct arena *a, const struct sharing *s, struct fn_id fn)
{
	*c = (struct creator){ .s = s, .arena = a };
	body_get(a, s->p, fn, &c->b);
	cfg_build(a, &c->b, &c->cfg);
	find_cycles(c);
	c->block_of = blocks_of_insts(a, &c->b);
}

void creator_build(struct creator *c, struct arena *a, const struct sharing *s, struct fn_id fn)
{
	creator_open(c, a, s, fn);
	c->form = arena_array(a, c->b.param.n + c->b.inst.n + 1, sizeof *c->form);
	for (uint32_t k = 1; k <= c->b.param.n; k++)
		c->form[k] = (struct form){ .kind = FORM_UNIFORM, .base = (uint64_t)2 << 62 | (uint64_t)fn.i << 28 | k };
	for (uint32_t k = 0; k < c->cfg.nreached; k++) {
		const struct block *block = &c->b.block.at[c->cfg.order[k]];
		for (uint32_t i = block->inst; i < block->inst + block->ninsts; i++)
			c->form[body_value(&c->b, i)] = first_form(c, i);
	}
}

bool creator_renews(const struct creator *c, uint32_t made, uint32_t inst)
{
	uint32_t at = c->block_of[inst], from = c->block_of[made];

	return !block_leads_to(&c->b, at, at, from) && (from == at ? made < inst : cfg_dominates(&c->cfg, from, at));
}

/* Between two executions of the instruction, the place where the value is made anew must be passed. */
struct form creator_form(const struct creator *c, uint32_t inst, struct ref r)
{
	struct form f = form_of(c->s, &c->b, c->form, r);
	uint32_t block = c->block_of[inst], made;

	if (f.kind != FORM_INT && f.kind != FORM_ADDRESS)
		return f;
	made = f.phi ? c->block_of[body_inst(&c->b, f.phi)] : c->block_of[f.base & 0xfffffff];
	if (block_leads_to(&c->b, block, block, made) || !cfg_dominates(&c->cfg, made, block))
		return (struct form){ 0 };
	return f;
}

bool creator_before(const struct creator *c, uint32_t a, uint32_t b)
{
	uint32_t x = c->block_of[a], y = c->block_of[b];

	return x == y ? a < b : cfg_dominates(&c->cfg, x, y);
}

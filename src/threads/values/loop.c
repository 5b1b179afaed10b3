#include "threads/values/loop.h"

#include "threads/values/branch.h"

const bool *code_reach(struct arena *a, const struct code *c, uint32_t block, uint32_t stop,
		       bool (*cut)(void *, uint32_t, uint32_t), void *with)
{
	uint32_t n = c->body.block.n, *stack = arena_array(a, n + 1, sizeof *stack), depth = 0;
	bool *seen = arena_array(a, n, sizeof *seen);

	stack[depth++] = block;
	while (depth) {
		uint32_t from = stack[--depth], k;
		const uint32_t *to = body_successors(&c->body, from, &k);
		for (uint32_t i = 0; i < k; i++) {
			if (seen[to[i]] || to[i] == stop || (cut && cut(with, from, to[i])))
				continue;
			seen[to[i]] = true;
			stack[depth++] = to[i];
		}
	}
	return seen;
}

const bool *loop_blocks(struct arena *a, const struct code *c, uint32_t header)
{
	const struct cfg *g = &c->cfg;
	uint32_t *stack = arena_array(a, g->nblocks + 1, sizeof *stack), depth = 0;
	bool *inside = arena_array(a, g->nblocks, sizeof *inside), any = false;

	inside[header] = true;
	for (uint32_t k = 0; k < g->npreds[header]; k++) {
		uint32_t latch = g->pred[g->first_pred[header] + k];
		if (!g->position[latch] || !cfg_dominates(g, header, latch))
			continue;
		any = true;
		if (!inside[latch]) {
			inside[latch] = true;
			stack[depth++] = latch;
		}
	}
	while (depth) {
		uint32_t b = stack[--depth];
		for (uint32_t k = 0; k < g->npreds[b]; k++) {
			uint32_t from = g->pred[g->first_pred[b] + k];
			if (!inside[from] && g->position[from]) {
				inside[from] = true;
				stack[depth++] = from;
			}
		}
	}
	return any ? inside : NULL;
}

/* next = variable + step? Of a pointer: bytes. */
static bool step_of(const struct program *p, const struct code *c, struct ref next, uint32_t variable, int64_t *step)
{
	const struct inst *in = body_made_by(&c->body, value_behind(c, next));
	struct ref self = ref_make(REF_VALUE, body_value(&c->body, variable));
	struct ref a, b;
	int64_t number;

	if (in && in->op == OP_index && body_arg(&c->body, in, 0).bits == self.bits)
		return value_number(p, body_arg(&c->body, in, 1), &number) && number &&
		       !__builtin_mul_overflow(number, body_offset(&c->body, in), step);
	if (!in || in->op != OP_binary || (in->sub != BINARY_add && in->sub != BINARY_sub))
		return false;
	a = value_behind(c, body_arg(&c->body, in, 0));
	b = value_behind(c, body_arg(&c->body, in, 1));
	if (a.bits != self.bits || !value_number(p, b, &number) || !number)
		return false;
	*step = in->sub == BINARY_add ? number : -number;
	return true;
}

static bool read_phi(const struct program *p, const struct code *c, struct count_loop *l, struct ref *next)
{
	const struct inst *phi = &c->body.inst.at[l->variable];
	bool entered = false, stepped = false;

	for (uint32_t k = 0; k < phi->nargs; k++) {
		struct ref value = body_arg(&c->body, phi, k);
		int64_t step;
		if (!l->inside[c->body.word.at[phi->word + k]]) {
			if (entered && l->first.bits != value.bits)
				return false;
			entered = true;
			l->first = value;
		} else if (step_of(p, c, value, l->variable, &step) && (!stepped || l->step == step)) {
			stepped = true;
			l->step = step;
			*next = value_behind(c, value);
		} else {
			return false;
		}
	}
	return entered && stepped;
}

/* Does the branch at the end of `block` test `value` against something, with one way out of the loop? */
static bool read_test(const struct code *c, struct count_loop *l, uint32_t block, struct ref value)
{
	uint32_t last = c->body.block.at[block].inst + c->body.block.at[block].ninsts - 1, n;
	const uint32_t *to = body_successors(&c->body, block, &n);
	const struct inst *in, *branch = &c->body.inst.at[last];
	struct ref a, b;

	if (branch->op != OP_branch || l->inside[to[0]] == l->inside[to[1]])
		return false;
	in = body_made_by(&c->body, value_behind(c, body_arg(&c->body, branch, 0)));
	if (!in || in->op != OP_compare || !compare_negated(in->sub))
		return false;
	a = value_behind(c, body_arg(&c->body, in, 0));
	b = value_behind(c, body_arg(&c->body, in, 1));
	if (a.bits != value.bits && b.bits != value.bits)
		return false;
	l->compare = a.bits == value.bits ? in->sub : compare_swapped(in->sub);
	l->bound = a.bits == value.bits ? b : a;
	l->exit_from = block;
	l->exit_to = l->inside[to[0]] ? to[1] : to[0];
	if (!l->inside[to[0]])
		l->compare = compare_negated(l->compare);
	return true;
}

static bool read_tests(const struct code *c, struct count_loop *l, struct ref next)
{
	const struct cfg *g = &c->cfg;

	if (read_test(c, l, l->header, ref_make(REF_VALUE, body_value(&c->body, l->variable))))
		return true;
	l->bottom = true;
	for (uint32_t k = 0; k < g->npreds[l->header]; k++) {
		uint32_t latch = g->pred[g->first_pred[l->header] + k];
		if (l->inside[latch] && read_test(c, l, latch, next))
			return loop_always(c, l, latch);
	}
	return false;
}

bool loop_find(struct arena *a, const struct program *p, const struct code *c, uint32_t block, struct ref index,
	       struct count_loop *l)
{
	const struct inst *phi = body_made_by(&c->body, index);
	struct ref next = { 0 };

	if (!phi || phi->op != OP_phi)
		return false;
	*l = (struct count_loop){ .variable = body_inst(&c->body, ref_index(index)) };
	l->header = code_block(c, l->variable);
	if (!c->cfg.position[l->header] || !c->cfg.position[block] || !cfg_dominates(&c->cfg, l->header, block))
		return false;
	l->inside = loop_blocks(a, c, l->header);
	return l->inside && l->inside[block] && read_phi(p, c, l, &next) && read_tests(c, l, next);
}

bool loop_always(const struct code *c, const struct count_loop *l, uint32_t block)
{
	const struct cfg *g = &c->cfg;

	for (uint32_t k = 0; k < g->npreds[l->header]; k++) {
		uint32_t latch = g->pred[g->first_pred[l->header] + k];
		if (l->inside[latch] && !cfg_dominates(g, block, latch))
			return false;
	}
	return true;
}

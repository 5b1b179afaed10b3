#include "code/loop.h"

#include "code/address.h"

uint32_t block_of_inst(const struct body *b, uint32_t inst)
{
	uint32_t lo = 0, hi = b->block.n;

	while (hi - lo > 1) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (b->block.at[mid].inst <= inst)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

uint32_t *blocks_of_insts(struct arena *a, const struct body *b)
{
	uint32_t *of = arena_array(a, b->inst.n + 1u, sizeof *of);

	for (uint32_t k = 0; k < b->block.n; k++)
		for (uint32_t i = b->block.at[k].inst; i < b->block.at[k].inst + b->block.at[k].ninsts; i++)
			of[i] = k;
	return of;
}

const bool *blocks_reach(struct arena *a, const struct body *b, uint32_t block, uint32_t stop,
			 bool (*cut)(void *, uint32_t, uint32_t), void *with)
{
	uint32_t n = b->block.n, *stack = arena_array(a, n + 1, sizeof *stack), depth = 0;
	bool *seen = arena_array(a, n, sizeof *seen);

	stack[depth++] = block;
	while (depth) {
		uint32_t from = stack[--depth], k;
		const uint32_t *to = body_successors(b, from, &k);
		for (uint32_t i = 0; i < k; i++) {
			if (seen[to[i]] || to[i] == stop || (cut && cut(with, from, to[i])))
				continue;
			seen[to[i]] = true;
			stack[depth++] = to[i];
		}
	}
	return seen;
}

uint8_t *blocks_flow(struct arena *a, const struct body *b, struct block_flow f, void *with)
{
	uint8_t *at = arena_array(a, b->block.n, 1);
	bool changed = true;

	at[0] = f.entry;
	while (changed) { /* sets only grow */
		changed = false;
		for (uint32_t block = 0; block < b->block.n; block++) {
			uint32_t n;
			const uint32_t *to = body_successors(b, block, &n);
			uint8_t end = at[block] && f.through ? f.through(with, block, at[block]) : at[block];
			for (uint32_t k = 0; k < n && end; k++) {
				uint8_t now = at[to[k]] | (f.out ? f.out(with, block, k, end) : end);
				changed |= now != at[to[k]];
				at[to[k]] = now;
			}
		}
	}
	return at;
}

struct returning {
	const struct body *b;
	bool (*ends)(void *, const struct body *, const struct inst *);
	void *with;
	bool returns;
};

static uint8_t through_calls(void *with, uint32_t block, uint8_t before)
{
	struct returning *x = with;
	const struct block *k = &x->b->block.at[block];

	for (uint32_t i = k->inst; i < k->inst + k->ninsts; i++)
		if (x->b->inst.at[i].op == OP_call && x->ends(x->with, x->b, &x->b->inst.at[i]))
			return 0;
	x->returns |= body_end(x->b, block)->op == OP_ret;
	return before;
}

bool body_comes_back(const struct body *b, bool (*ends)(void *, const struct body *, const struct inst *), void *with)
{
	struct returning x = { b, ends, with, false };
	struct arena scratch;

	arena_init(&scratch, "comes back");
	(void)blocks_flow(&scratch, b, (struct block_flow){ 1, through_calls, NULL }, &x);
	arena_release(&scratch);
	return x.returns;
}

bool block_leads_to(const struct body *b, uint32_t from, uint32_t to, uint32_t stop)
{
	struct arena scratch;
	bool leads;

	arena_init(&scratch, "ways");
	leads = blocks_reach(&scratch, b, from, stop, NULL, NULL)[to];
	arena_release(&scratch);
	return leads;
}

const bool *loop_blocks(struct arena *a, const struct cfg *g, uint32_t header)
{
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
static bool step_of(const struct program *p, const struct body *body, struct ref next, uint32_t variable, int64_t *step)
{
	const struct inst *in = body_made_by(body, handed_on(p, body, next));
	struct ref self = ref_make(REF_VALUE, body_value(body, variable));
	struct ref a, b;
	int64_t number;

	if (in && in->op == OP_index && body_arg(body, in, 0).bits == self.bits)
		return program_constant(p, body_arg(body, in, 1), &number) && number &&
		       !__builtin_mul_overflow(number, body_offset(body, in), step);
	if (!in || in->op != OP_binary || (in->sub != BINARY_add && in->sub != BINARY_sub))
		return false;
	a = handed_on(p, body, body_arg(body, in, 0));
	b = handed_on(p, body, body_arg(body, in, 1));
	if (a.bits != self.bits || !program_constant(p, b, &number) || !number)
		return false;
	*step = in->sub == BINARY_add ? number : -number;
	return true;
}

static bool read_phi(const struct program *p, const struct body *b, struct count_loop *l)
{
	const struct inst *phi = &b->inst.at[l->variable];
	bool entered = false, stepped = false;

	for (uint32_t k = 0; k < phi->nargs; k++) {
		struct ref value = body_arg(b, phi, k);
		int64_t step;
		if (!l->inside[b->word.at[phi->word + k]]) {
			if (entered && l->first.bits != value.bits)
				return false;
			entered = true;
			l->first = value;
		} else if (step_of(p, b, value, l->variable, &step) && (!stepped || l->step == step)) {
			stepped = true;
			l->step = step;
			l->next = handed_on(p, b, value);
		} else {
			return false;
		}
	}
	return entered && stepped;
}

bool loop_steps(struct arena *a, const struct program *p, const struct body *b, const struct cfg *g, uint32_t block,
		struct ref index, struct count_loop *l)
{
	const struct inst *phi = body_made_by(b, index);

	if (!phi || phi->op != OP_phi)
		return false;
	*l = (struct count_loop){ .variable = body_inst(b, ref_index(index)) };
	l->header = block_of_inst(b, l->variable);
	if (!g->position[l->header] || !g->position[block] || !cfg_dominates(g, l->header, block))
		return false;
	l->inside = loop_blocks(a, g, l->header);
	return l->inside && l->inside[block] && read_phi(p, b, l);
}

/* Does the branch at the end of `block` test `value` against something, with one way out of the loop? */
static bool read_test(const struct program *p, const struct body *body, struct count_loop *l, uint32_t block, struct ref value)
{
	uint32_t n;
	const uint32_t *to = body_successors(body, block, &n);
	const struct inst *in, *branch = body_end(body, block);
	struct ref a, b;

	if (branch->op != OP_branch || l->inside[to[0]] == l->inside[to[1]])
		return false;
	in = body_made_by(body, handed_on(p, body, body_arg(body, branch, 0)));
	if (!in || in->op != OP_compare || !compare_negated(in->sub))
		return false;
	a = handed_on(p, body, body_arg(body, in, 0));
	b = handed_on(p, body, body_arg(body, in, 1));
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

bool loop_tests(const struct program *p, const struct body *b, const struct cfg *g, struct count_loop *l)
{
	if (read_test(p, b, l, l->header, ref_make(REF_VALUE, body_value(b, l->variable))))
		return true;
	l->bottom = true;
	for (uint32_t k = 0; k < g->npreds[l->header]; k++) {
		uint32_t latch = g->pred[g->first_pred[l->header] + k];
		if (l->inside[latch] && read_test(p, b, l, latch, l->next))
			return loop_always(g, l, latch);
	}
	return false;
}

bool loop_find(struct arena *a, const struct program *p, const struct body *b, const struct cfg *g, uint32_t block,
	       struct ref index, struct count_loop *l)
{
	return loop_steps(a, p, b, g, block, index, l) && loop_tests(p, b, g, l);
}

bool loop_always(const struct cfg *g, const struct count_loop *l, uint32_t block)
{
	for (uint32_t k = 0; k < g->npreds[l->header]; k++) {
		uint32_t latch = g->pred[g->first_pred[l->header] + k];
		if (l->inside[latch] && !cfg_dominates(g, block, latch))
			return false;
	}
	return true;
}

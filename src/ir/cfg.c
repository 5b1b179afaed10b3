/* Postorder by an explicit stack: a function of a million blocks in a row must not be a million frames of C. Dominators as in
 * Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm". */
#include "ir/cfg.h"

struct ir_frame {
	uint32_t block, next;
};

static void find_order(struct arena *a, const struct body *b, struct cfg *c)
{
	struct ir_frame *stack = arena_array(a, b->block.n, sizeof *stack);
	uint32_t depth = 0, post = b->block.n;

	c->order = arena_array(a, b->block.n, sizeof *c->order);
	c->position = arena_array(a, b->block.n, sizeof *c->position);
	stack[depth++] = (struct ir_frame){ 0, 0 };
	c->position[0] = 1;
	while (depth) {
		struct ir_frame *f = &stack[depth - 1];
		uint32_t n;
		const uint32_t *to = body_successors(b, f->block, &n);
		if (f->next < n) {
			uint32_t s = to[f->next++];
			if (!c->position[s]) {
				c->position[s] = 1;
				stack[depth++] = (struct ir_frame){ s, 0 };
			}
		} else {
			c->order[--post] = f->block;
			depth--;
		}
	}
	c->order += post;
	c->nreached = b->block.n - post;
	for (uint32_t i = 0; i < c->nreached; i++)
		c->position[c->order[i]] = i + 1;
}

static void find_preds(struct arena *a, const struct body *b, struct cfg *c)
{
	uint32_t total = 0, n;

	c->npreds = arena_array(a, b->block.n, sizeof *c->npreds);
	c->first_pred = arena_array(a, b->block.n, sizeof *c->first_pred);
	for (uint32_t i = 0; i < b->block.n; i++) {
		const uint32_t *to = body_successors(b, i, &n);
		for (uint32_t k = 0; k < n; k++)
			c->npreds[to[k]]++;
	}
	for (uint32_t i = 0; i < b->block.n; i++) {
		c->first_pred[i] = total;
		total += c->npreds[i];
		c->npreds[i] = 0;
	}
	c->pred = arena_array(a, total + 1, sizeof *c->pred);
	for (uint32_t i = 0; i < b->block.n; i++) {
		const uint32_t *to = body_successors(b, i, &n);
		for (uint32_t k = 0; k < n; k++)
			c->pred[c->first_pred[to[k]] + c->npreds[to[k]]++] = i;
	}
}

static uint32_t intersect(const struct cfg *c, uint32_t x, uint32_t y)
{
	while (x != y) {
		while (c->position[x] > c->position[y])
			x = c->dominator[x];
		while (c->position[y] > c->position[x])
			y = c->dominator[y];
	}
	return x;
}

static uint32_t new_dominator(const struct cfg *c, uint32_t block)
{
	uint32_t d = UINT32_MAX;

	for (uint32_t k = 0; k < c->npreds[block]; k++) {
		uint32_t q = c->pred[c->first_pred[block] + k];
		if (c->position[q] && c->dominator[q] != UINT32_MAX)
			d = d == UINT32_MAX ? q : intersect(c, q, d);
	}
	return d;
}

/* Preorder numbers and subtree sizes without a walk: a dominator comes before what it dominates in reverse postorder. */
static void number_tree(struct arena *a, struct cfg *c)
{
	uint32_t *used = arena_array(a, c->nblocks, sizeof *used);

	c->enter = arena_array(a, c->nblocks, sizeof *c->enter);
	c->span = arena_array(a, c->nblocks, sizeof *c->span);
	for (uint32_t i = c->nreached; i-- > 0;) {
		uint32_t b = c->order[i];
		c->span[b]++;
		if (i)
			c->span[c->dominator[b]] += c->span[b];
	}
	for (uint32_t i = 1; i < c->nreached; i++) {
		uint32_t b = c->order[i], d = c->dominator[b];
		c->enter[b] = c->enter[d] + 1 + used[d];
		used[d] += c->span[b];
	}
}

void cfg_build(struct arena *a, const struct body *b, struct cfg *c)
{
	bool changed = true;

	*c = (struct cfg){ .nblocks = b->block.n };
	find_order(a, b, c);
	find_preds(a, b, c);
	c->dominator = arena_array(a, b->block.n, sizeof *c->dominator);
	for (uint32_t i = 0; i < b->block.n; i++)
		c->dominator[i] = UINT32_MAX;
	c->dominator[0] = 0;
	while (changed) {
		changed = false;
		for (uint32_t i = 1; i < c->nreached; i++) {
			uint32_t d = new_dominator(c, c->order[i]);
			changed |= d != c->dominator[c->order[i]];
			c->dominator[c->order[i]] = d;
		}
	}
	number_tree(a, c);
}

bool cfg_dominates(const struct cfg *c, uint32_t a, uint32_t b)
{
	return c->enter[b] - c->enter[a] < c->span[a];
}

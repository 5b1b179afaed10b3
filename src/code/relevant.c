/* Control dependence by postdominators (Ferrante, Ottenstein and Warren): a block depends on the branch at the end of b if one
 * way out of b always leads to it and another need not.
 *
 *         b: if (x)            the ways out of b meet again at m = ipdom(b);
 *        /         \           what stands between them and m depends on b:
 *     lock          |          walk from each successor up the postdominator tree until m
 *        \         /
 *            m
 *
 * Blocks from which no return can be reached (abort) have no postdominator: a way that leads there decides nothing. */
#include "code/relevant.h"

struct post {
	const struct body *b;
	const struct cfg *c;
	uint32_t n;      /* the exit, a block that is not there */
	uint32_t *up;    /* immediate postdominator; UINT32_MAX: none yet */
	uint32_t *order; /* blocks that reach a return, in postorder of the reverse graph, the exit last */
	uint32_t *place, norder;
};

struct relevant_frame {
	uint32_t block, next;
};

static void number_backwards(struct arena *a, struct post *p, const uint32_t *returns, uint32_t nreturns)
{
	struct relevant_frame *stack = arena_array(a, p->n + 1, sizeof *stack);

	for (uint32_t r = 0; r < nreturns; r++) {
		uint32_t depth = 0;
		if (p->place[returns[r]])
			continue;
		stack[depth++] = (struct relevant_frame){ returns[r], 0 };
		p->place[returns[r]] = 1;
		while (depth) {
			struct relevant_frame *f = &stack[depth - 1];
			if (f->next < p->c->npreds[f->block]) {
				uint32_t q = p->c->pred[p->c->first_pred[f->block] + f->next++];
				if (p->c->position[q] && !p->place[q]) {
					p->place[q] = 1;
					stack[depth++] = (struct relevant_frame){ q, 0 };
				}
			} else {
				p->order[p->norder++] = f->block;
				depth--;
			}
		}
	}
	p->order[p->norder++] = p->n;
	for (uint32_t i = 0; i < p->norder; i++)
		p->place[p->order[i]] = i + 1;
}

static uint32_t meet(const struct post *p, uint32_t x, uint32_t y)
{
	while (x != y) {
		while (p->place[x] < p->place[y])
			x = p->up[x];
		while (p->place[y] < p->place[x])
			y = p->up[y];
	}
	return x;
}

static uint32_t new_up(const struct post *p, uint32_t block)
{
	uint32_t n, u = UINT32_MAX;
	const uint32_t *to = body_successors(p->b, block, &n);

	if (n == 0)
		return p->n;
	for (uint32_t k = 0; k < n; k++)
		if (p->place[to[k]] && p->up[to[k]] != UINT32_MAX)
			u = u == UINT32_MAX ? to[k] : meet(p, to[k], u);
	return u;
}

static void find_postdominators(struct arena *a, struct post *p)
{
	uint32_t *returns = arena_array(a, p->n + 1, sizeof *returns), nreturns = 0;
	bool changed = true;

	p->up = arena_array(a, p->n + 1, sizeof *p->up);
	p->order = arena_array(a, p->n + 1, sizeof *p->order);
	p->place = arena_array(a, p->n + 1, sizeof *p->place);
	for (uint32_t i = 0; i < p->n; i++) {
		const struct block *block = &p->b->block.at[i];
		p->up[i] = UINT32_MAX;
		if (p->c->position[i] && p->b->inst.at[block->inst + block->ninsts - 1].op == OP_ret)
			returns[nreturns++] = i;
	}
	p->up[p->n] = p->n;
	number_backwards(a, p, returns, nreturns);
	while (changed) {
		changed = false;
		for (uint32_t i = p->norder - 1; i-- > 0;) {
			uint32_t u = new_up(p, p->order[i]);
			changed |= u != p->up[p->order[i]];
			p->up[p->order[i]] = u;
		}
	}
}

/* Whether something that matters lies between the ways out of `block` and the place where they meet. */
static bool decides(const struct post *p, uint32_t block, const uint8_t *matters, const uint8_t *relevant)
{
	uint32_t n;
	const uint32_t *to = body_successors(p->b, block, &n);

	for (uint32_t k = 0; k < n && n > 1; k++)
		for (uint32_t at = to[k]; p->place[at] && at != p->n && at != p->up[block]; at = p->up[at])
			if (matters[at] || relevant[at])
				return true;
	return false;
}

void relevant_find(struct arena *a, const struct body *b, const struct cfg *c, const uint8_t *matters, uint8_t *relevant)
{
	struct post p = { .b = b, .c = c, .n = b->block.n };
	bool changed = true;

	find_postdominators(a, &p);
	while (changed) {
		changed = false;
		for (uint32_t i = c->nreached; i-- > 0;) {
			uint32_t block = c->order[i];
			if (relevant[block] || !p.place[block] || !decides(&p, block, matters, relevant))
				continue;
			relevant[block] = 1;
			changed = true;
		}
	}
}

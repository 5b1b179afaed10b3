#include "threads/values/shape.h"

#include "base/limit.h"
#include "code/loop.h"
#include "code/again.h"

#include <string.h>

struct shapes {
	struct arena *arena;
	const struct program *p;
	struct body body; /* used again for each shape */
	struct arena scratch;
	struct shape **shape; /* by fn */
	struct code **code;
};

struct shapes *shapes_make(struct arena *a, const struct program *p)
{
	struct shapes *s = arena_new(a, struct shapes);

	*s = (struct shapes){ .arena = a, .p = p };
	s->shape = arena_array(a, p->fn.n, sizeof *s->shape);
	s->code = arena_array(a, p->fn.n, sizeof *s->code);
	return s;
}

static uint32_t find_block(const struct block *block, uint32_t n, uint32_t inst)
{
	uint32_t lo = 0, hi = n;

	while (hi - lo > 1) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (block[mid].inst <= inst)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

uint32_t shape_block(const struct shape *s, uint32_t inst)
{
	return find_block(s->block, s->nblocks, inst);
}

uint32_t code_block(const struct code *c, uint32_t inst)
{
	return block_of_inst(&c->body, inst);
}

static void copy_successors(struct arena *a, const struct body *b, struct shape *s)
{
	VEC(uint32_t) next = { 0 };

	s->first_next = arena_array(a, b->block.n + 1, sizeof *s->first_next);
	for (uint32_t i = 0; i < b->block.n; i++) {
		uint32_t n;
		const uint32_t *to = body_successors(b, i, &n);
		s->first_next[i] = next.n;
		for (uint32_t k = 0; k < n; k++)
			*vec_add(a, &next) = to[k];
	}
	s->first_next[b->block.n] = next.n;
	s->next = next.at;
}

/* A result that is tested right behind the call parts the first return from the others. */
static struct shape_twice read_twice(const struct program *p, const struct body *b, const struct shape *s, uint32_t inst)
{
	uint32_t block = shape_block(s, inst), end = s->block[block].inst + s->block[block].ninsts, way, n;
	const uint32_t *to = body_successors(b, block, &n);
	bool tested = again_way(p, b, block, &way) && n == 2 && to[0] != to[1];

	for (uint32_t i = inst + 1; i + 1 < end; i++)
		tested &= b->inst.at[i].op == OP_cast || b->inst.at[i].op == OP_copy || b->inst.at[i].op == OP_compare;
	return (struct shape_twice){ inst, tested ? block : UINT32_MAX, tested ? to[way] : UINT32_MAX };
}

static void copy_special(struct arena *a, const struct program *p, const struct body *b, struct shape *s)
{
	VEC(struct shape_twice) twice = { 0 };

	s->returns = arena_array(a, b->block.n, sizeof *s->returns);
	for (uint32_t i = 0; i < b->block.n; i++)
		s->returns[i] = body_end(b, i)->op == OP_ret;
	for (uint32_t i = 0; i < b->inst.n; i++)
		if (b->inst.at[i].op == OP_call && b->inst.at[i].flags & INST_TWICE)
			*vec_add(a, &twice) = read_twice(p, b, s, i);
	s->twice = twice.at;
	s->ntwice = twice.n;
}

const struct shape *shape_get(struct shapes *all, struct fn_id fn)
{
	struct shape *s = all->shape[fn.i];
	struct cfg cfg;

	if (s)
		return s;
	s = all->shape[fn.i] = arena_new(all->arena, struct shape);
	body_get(all->arena, all->p, fn, &all->body);
	arena_init(&all->scratch, "threads scratch");
	cfg_build(&all->scratch, &all->body, &cfg);
	s->nblocks = all->body.block.n;
	s->nreached = cfg.nreached;
	s->block = arena_array(all->arena, s->nblocks, sizeof *s->block);
	s->order = arena_array(all->arena, s->nblocks, sizeof *s->order);
	memcpy(s->block, all->body.block.at, s->nblocks * sizeof *s->block);
	memcpy(s->order, cfg.order, cfg.nreached * sizeof *s->order);
	copy_successors(all->arena, &all->body, s);
	copy_special(all->arena, all->p, &all->body, s);
	arena_release(&all->scratch);
	return s;
}

const struct code *code_get(struct shapes *all, struct fn_id fn)
{
	struct code *c = all->code[fn.i];

	limit_in(fn.i);
	if (c)
		return c;
	c = all->code[fn.i] = arena_new(all->arena, struct code);
	c->p = all->p;
	body_get(all->arena, all->p, fn, &c->body);
	cfg_build(all->arena, &c->body, &c->cfg);
	return c;
}

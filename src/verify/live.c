#include "verify/live.h"

#include <string.h>

struct live_function {
	uint32_t words;
	uint64_t *out;    /* by block: at its end */
	uint64_t **before, **after; /* by instruction, made when asked for */
};

struct verify_live {
	struct arena *arena;
	struct machine_image *image;
	struct live_function **function;
};

struct verify_live *live_init(struct arena *a, struct machine_image *image)
{
	struct verify_live *l = arena_new(a, struct verify_live);

	*l = (struct verify_live){ a, image, arena_array(a, image->p->fn.n + 1, sizeof *l->function) };
	return l;
}

static void set_bit(uint64_t *set, uint32_t i)
{
	set[i / 64] |= 1ull << i % 64;
}

static void add_operands(const struct body *b, const struct inst *in, uint64_t *set)
{
	for (uint32_t k = 0; k < in->nargs; k++) {
		struct ref r = body_arg(b, in, k);
		if (ref_kind(r) == REF_VALUE)
			set_bit(set, ref_index(r));
	}
}

/* Backwards over one instruction. The values of phis are read where their block is entered from. */
static void over(const struct body *b, uint32_t inst, uint64_t *set)
{
	uint32_t value = body_value(b, inst);

	set[value / 64] &= ~(1ull << value % 64);
	if (b->inst.at[inst].op != OP_phi)
		add_operands(b, &b->inst.at[inst], set);
}

/* What is live at the end of `block`: what its successors read, and their phis from here. */
static bool join_successors(const struct body *b, uint32_t block, const struct live_function *f, uint64_t *const *in)
{
	uint64_t *out = f->out + (size_t)block * f->words;
	uint32_t n;
	const uint32_t *to = body_successors(b, block, &n);
	bool changed = false;

	for (uint32_t i = 0; i < n; i++) {
		const struct block *next = &b->block.at[to[i]];
		for (uint32_t w = 0; w < f->words; w++) {
			changed |= (in[to[i]][w] & ~out[w]) != 0;
			out[w] |= in[to[i]][w];
		}
		for (uint32_t k = 0; k < next->ninsts && b->inst.at[next->inst + k].op == OP_phi; k++) {
			const struct inst *phi = &b->inst.at[next->inst + k];
			for (uint32_t x = 0; x < phi->nargs; x++) {
				struct ref r = body_arg(b, phi, x);
				if (b->word.at[phi->word + x] != block || ref_kind(r) != REF_VALUE)
					continue;
				changed |= !(out[ref_index(r) / 64] >> ref_index(r) % 64 & 1);
				set_bit(out, ref_index(r));
			}
		}
	}
	return changed;
}

static struct live_function *make(struct verify_live *l, struct fn_id fn)
{
	const struct body *b = &machine_code(l->image, fn)->body;
	struct live_function *f = arena_new(l->arena, struct live_function);
	uint64_t **in = arena_array(l->arena, b->block.n + 1, sizeof *in);
	bool changed = true;

	f->words = (b->param.n + b->inst.n + 1 + 63) / 64;
	f->out = arena_array(l->arena, (size_t)b->block.n * f->words + 1, sizeof *f->out);
	f->before = arena_array(l->arena, b->inst.n + 1, sizeof *f->before);
	f->after = arena_array(l->arena, b->inst.n + 1, sizeof *f->after);
	for (uint32_t i = 0; i < b->block.n; i++)
		in[i] = arena_array(l->arena, f->words, sizeof **in);
	while (changed) {
		changed = false;
		for (uint32_t i = b->block.n; i-- > 0;) {
			changed |= join_successors(b, i, f, in);
			memcpy(in[i], f->out + (size_t)i * f->words, f->words * sizeof **in);
			for (uint32_t k = b->block.at[i].ninsts; k-- > 0;)
				over(b, b->block.at[i].inst + k, in[i]);
		}
	}
	return f;
}

const uint64_t *live_at(struct verify_live *l, struct fn_id fn, uint32_t inst, bool after)
{
	struct live_function *f = l->function[fn.i];
	const struct machine_code *c = machine_code(l->image, fn);
	uint64_t **made, *set;
	uint32_t block, value = body_value(&c->body, inst);

	if (!f)
		f = l->function[fn.i] = make(l, fn);
	made = after ? &f->after[inst] : &f->before[inst];
	if (*made)
		return *made;
	block = c->block[inst];
	*made = set = arena_array(l->arena, f->words, sizeof *set);
	memcpy(set, f->out + (size_t)block * f->words, f->words * sizeof *set);
	for (uint32_t i = c->body.block.at[block].inst + c->body.block.at[block].ninsts; i-- > inst + 1;)
		over(&c->body, i, set);
	if (after)
		set[value / 64] &= ~(1ull << value % 64);
	else
		over(&c->body, inst, set);
	/* the values of all phis of a block are there when it is entered */
	for (uint32_t i = c->body.block.at[block].inst;
	     !after && c->body.inst.at[inst].op == OP_phi && c->body.inst.at[i].op == OP_phi; i++)
		set_bit(set, body_value(&c->body, i));
	return set;
}

/* Is a location written only the first time that a function runs, and does the program run that function before it starts the
 * threads that use it?
 *
 *     static bool first = true;
 *     if (first || again) {         asked above every write,
 *             workers = count();
 *             first = false;        and answered below it, always the same way
 *     }
 *
 * Then other threads that come there probably find it done. Probably: that the early call gets there is not shown, so it is
 * evidence and no more (racerx, section 8.4, on what is only initialised). What nobody calls before there are threads, as in a
 * library, is none of it: two that come first at once are the common mistake.
 *
 * misses  flags that another function sets back; flags that are no variable of their own */
#include "code/loop.h"
#include "code/test.h"
#include "ir/cfg.h"
#include "race/build.h"

struct look {
	struct races *r;
	const struct body *b;
	struct arena *arena;
	struct cfg cfg;
};

/* The variable at an address; 0: it is none, or some part of one. */
static uint32_t variable_at(const struct races *r, struct ref address)
{
	const struct konst *k = program_konst_of(r->p, address);

	if (k && k->kind == KONST_ADDR && !k->lo)
		return k->sym.i;
	return ref_kind(address) == REF_SYM ? ref_index(address) : 0;
}

/* The variable whose value decides where a block goes on. */
static uint32_t variable_asked(const struct look *x, uint32_t block)
{
	struct fork f;
	const struct inst *in = fork_of(x->r->p, x->b, block, &f) ? body_made_by(x->b, f.test.value) : NULL;

	return in && in->op == OP_load ? variable_at(x->r, body_arg(x->b, in, 0)) : 0;
}

/* Is the flag, asked for in the block `asked`, answered behind the instruction, and only in one way in this function? */
static bool is_answered(const struct look *x, uint32_t flag, uint32_t asked, uint32_t inst)
{
	uint32_t block = block_of_inst(x->b, inst);
	const bool *behind = blocks_reach(x->arena, x->b, block, asked, NULL, NULL);
	struct ref only = ref_make(REF_NONE, 0);
	bool answered = false;

	for (uint32_t i = 0; i < x->b->inst.n; i++) {
		const struct inst *in = &x->b->inst.at[i];
		if (in->op != OP_store || variable_at(x->r, body_arg(x->b, in, 0)) != flag)
			continue;
		if (ref_kind(body_arg(x->b, in, 1)) != REF_KONST ||
		    (ref_kind(only) != REF_NONE && only.bits != body_arg(x->b, in, 1).bits))
			return false;
		only = body_arg(x->b, in, 1);
		answered |=
			i == inst ||
			(block_of_inst(x->b, i) == block ? i > inst : behind[block_of_inst(x->b, i)]);
	}
	return answered;
}

static bool is_first_time(struct races *r, struct code_place at)
{
	struct look x = { .r = r, .b = code_of(r, at.fn) };
	struct arena scratch;
	bool first = false;

	if (at.inst >= x.b->inst.n)
		return false;
	arena_init(&scratch, "race setup");
	x.arena = &scratch;
	cfg_build(&scratch, x.b, &x.cfg);
	for (uint32_t k = 0; k < x.cfg.nreached && !first; k++) {
		uint32_t block = x.cfg.order[k], to = block_of_inst(x.b, at.inst),
			 flag = block != to && cfg_dominates(&x.cfg, block, to) ? variable_asked(&x, block) : 0;
		first = flag && is_answered(&x, flag, block, at.inst);
	}
	arena_release(&scratch);
	return first;
}

/* Is no thread of those that use the location running yet, except the one that is there? */
static bool is_early(const struct races *r, struct spot at, const struct seen *s, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		const struct kind *k = &r->kind.at[r->use.at[s[i].use].kind];
		for (uint32_t m = k->member; m < k->member + k->nmembers; m++)
			if (threads_may_run(r->threads, at, r->member.at[m]))
				return false;
	}
	return true;
}

bool location_is_set_up(struct races *r, uint32_t location)
{
	uint32_t n;
	const struct seen *s = location_places(r, location, &n);
	bool early = false;

	for (uint32_t i = 0; i < n; i++) {
		struct code_place at = { r->contexts->context.at[s[i].context].fn, s[i].inst };
		if (!(r->use.at[s[i].use].flags & ACCESS_WRITE))
			continue;
		if (!is_first_time(r, at))
			return false;
		early = early || is_early(r, (struct spot){ r->use.at[s[i].use].thread, s[i].context, s[i].inst }, s, n);
	}
	return early;
}

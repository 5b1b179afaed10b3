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
#include "ir/cfg.h"
#include "race/build.h"

struct look {
	struct races *r;
	const struct body *b;
	struct arena *arena;
	struct cfg cfg;
	uint32_t *block_of; /* by instruction */
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
	const struct inst *in = body_end(x->b, block);

	for (uint32_t k = 0; in->nargs && !limit_full(LIMIT_race_tests, k); k++) {
		struct ref r = body_arg(x->b, in, 0);
		uint32_t i = body_inst_of(x->b, r);
		if (!k && in->op != OP_branch)
			return 0;
		if (i == UINT32_MAX)
			return 0;
		in = &x->b->inst.at[i];
		if (in->op == OP_load)
			return variable_at(x->r, body_arg(x->b, in, 0));
		if (in->op != OP_compare && in->op != OP_cast && in->op != OP_copy)
			return 0;
	}
	return 0;
}

/* Can one get from the first block to the second without a block in between? */
static bool leads_to(const struct look *x, uint32_t from, uint32_t to, uint32_t without)
{
	uint32_t *todo = arena_array(x->arena, x->b->block.n, sizeof *todo), n = 0, nways;
	bool *seen = arena_array(x->arena, x->b->block.n, sizeof *seen);

	seen[todo[n++] = from] = true;
	for (uint32_t next = 0; next < n && !seen[to]; next++) {
		const uint32_t *way = body_successors(x->b, todo[next], &nways);
		for (uint32_t k = 0; k < nways; k++)
			if (!seen[way[k]] && way[k] != without)
				seen[todo[n++] = way[k]] = true;
	}
	return seen[to];
}

/* Is the flag, asked for in the block `asked`, answered behind the instruction, and only in one way in this function? */
static bool is_answered(const struct look *x, uint32_t flag, uint32_t asked, uint32_t inst)
{
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
			(x->block_of[i] == x->block_of[inst] ? i > inst : leads_to(x, x->block_of[inst], x->block_of[i], asked));
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
	x.block_of = arena_array(&scratch, x.b->inst.n, sizeof *x.block_of);
	for (uint32_t k = 0; k < x.b->block.n; k++)
		for (uint32_t i = 0; i < x.b->block.at[k].ninsts; i++)
			x.block_of[x.b->block.at[k].inst + i] = k;
	for (uint32_t k = 0; k < x.cfg.nreached && !first; k++) {
		uint32_t block = x.cfg.order[k], to = x.block_of[at.inst],
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

/* Ways on which the program gives up: from there every path ends in abort(), a failed assertion, panic(), exit(1). What is locked
 * on them is not looked at. A crash report may read everything, from wherever something can go wrong, so that with it every lock
 * seems to be taken below every other one; and who reads such a deadlock has another bug to mend first.
 *
 * A loop is no such way, nor is one that ends in exit(0), longjmp() or the end of the thread. Those are looked at; but nothing
 * comes behind a call of a function that never returns, whether it says so or every path in it ends so (outlines.gone). */
#include "lockset/outline/outline.h"

#include "ir/cfg.h"

static bool row_gives_up(const struct program *p, const struct body *b, const struct inst *call, const struct model_row *r)
{
	return r->flags & MODEL_FATAL && event_ends(p, b, call, r);
}

/* 1: the program is given up here; -1: the thread ends or goes on elsewhere, and that is all right; 0: it comes back. */
static int call_ends(const struct outlines *o, const struct body *b, const struct inst *call)
{
	const struct program *p = o->points->p;
	struct sym_id callee = body_callee(p, b, call);
	const struct model_row *row = callee.i ? points_rows(o->points, callee) : NULL;

	for (const struct model_row *r = row; r; r = r->next)
		if (row_gives_up(p, b, call, r))
			return 1;
	if (!row && callee.i && program_sym(p, callee)->fn.i && o->never[program_sym(p, callee)->fn.i])
		return 1;
	if (!(call->flags & INST_NORETURN))
		return 0;
	return !row && callee.i && !program_sym(p, callee)->fn.i ? 1 : -1;
}

static bool block_gives_up(const struct outlines *o, const struct body *b, const struct block *k)
{
	int ends = 0;

	for (uint32_t i = k->inst; i < k->inst + k->ninsts && ends == 0; i++)
		if (b->inst.at[i].op == OP_call)
			ends = call_ends(o, b, &b->inst.at[i]);
	return ends > 0 || (ends == 0 && b->inst.at[k->inst + k->ninsts - 1].op == OP_unreachable);
}

void dying_find(const struct outlines *o, const struct body *b, const struct cfg *cfg, uint8_t *dying)
{
	/* Successors come first. The target of a way back is not dying yet, and never will be; that may be the block itself. */
	for (uint32_t p = cfg->nreached; p-- > 0;) {
		uint32_t block = cfg->order[p], n;
		const uint32_t *next = body_successors(b, block, &n);
		bool all = n > 0;
		for (uint32_t i = 0; i < n; i++)
			all = all && dying[next[i]];
		dying[block] = all || block_gives_up(o, b, &b->block.at[block]);
	}
}

bool call_is_last(const struct outlines *o, const struct body *b, const struct inst *call)
{
	const struct program *p = o->points->p;
	struct sym_id callee = body_callee(p, b, call);
	const struct sym *s = callee.i ? program_sym(p, callee) : NULL;
	bool ends = (call->flags & INST_NORETURN) || (s && ((s->flags & SYM_NORETURN) || o->gone[s->fn.i]));

	for (const struct model_row *r = s ? o->points->row[callee.i] : NULL; r && !ends; r = r->next)
		ends = event_ends(p, b, call, r);
	return ends;
}


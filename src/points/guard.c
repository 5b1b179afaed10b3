/* Variables that decide whether a lock is taken, or a thread started or joined: a flag that says whether there are threads, say.
 * Nobody needs an address to get at them, so that they would have no cell; what they hold is asked for later (contexts, test.c),
 * and cells are how. */
#include "code/address.h"
#include "code/test.h"
#include "points/build.h"

#include "base/recogniser.h"

/* A lock that is too far behind a test is looked for, too, so that the limit counts as met where there is one. */
enum { AS_FAR_AGAIN = 16 };

static bool is_lock_call(const struct points *r, struct sym_id callee)
{
	for (const struct model_row *row = callee.i ? points_rows(r, callee) : NULL; row; row = row->next)
		if (event_is(row, EVENT_ACQUIRE) || event_is(row, EVENT_RELEASE) || event_is(row, EVENT_SPAWN) ||
		    event_is(row, EVENT_JOIN))
			return true;
	return false;
}

bool points_leads_to_lock(const struct points *r, const struct body *b, uint32_t block)
{
	const struct block *to = &b->block.at[block];
	uint32_t far = AS_FAR_AGAIN * limit(LIMIT_points_guarded);

	for (uint32_t i = to->inst, n = 0; n < to->ninsts && n < far; i++, n++)
		if (b->inst.at[i].op == OP_call && is_lock_call(r, body_callee(r->p, b, &b->inst.at[i])))
			return RECOGNISED(points_guard, !limit_full(LIMIT_points_guarded, n));
	return false;
}

bool points_guards_lock(const struct points *r, const struct body *b, const struct inst *end)
{
	for (uint32_t i = op_first_target(end->op); i < end->nwords; i++)
		if (points_leads_to_lock(r, b, b->word.at[end->word + i]))
			return true;
	return false;
}

/* The variable that an address is in, by constant steps; none: another address. */
static struct sym_id variable_at(const struct program *p, const struct body *b, struct ref r)
{
	return ref_symbol(p, peel_base(b, r, PEEL_FIELD), NULL);
}

void guards_survey(struct build *k, const struct body *b)
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *end = &b->inst.at[i], *in;
		struct sym_id sym;
		if (end->op != OP_branch)
			continue;
		in = body_made_by(b, test_of_condition(k->p, b, body_arg(b, end, 0)).value);
		if (!in || in->op != OP_load)
			continue;
		sym = variable_at(k->p, b, body_arg(b, in, 0));
		if (sym.i && program_sym(k->p, sym)->kind == SYM_VARIABLE && points_guards_lock(k->r, b, end))
			points_make_sym(k, sym);
	}
}

/* Things that have lost their last reference: who found that the counter in a thing has come to 0 is alone with it, and with the
 * locks in it.
 *
 *     if (!refcount_dec_and_test(&s->users))
 *             return;
 *     lock(&s->lock);                          nobody else has it: no order is made of it */
#include "lockset/outline/outline.h"

#include "ir/cfg.h"

/* The thing that the counter is in: of `last(&s->users)`, s. 0: nothing is counted down here. */
static uint32_t counted(struct builder *t, struct ref condition, bool *zero)
{
	struct test c = subject_condition(t, condition);
	const struct inst *in = subject_inst(t, c.value);
	struct sym_id callee = in && in->op == OP_call ? body_callee(t->p, t->b, in) : (struct sym_id){ 0 };
	const struct model_row *r = callee.i ? t->o->points->row[callee.i] : NULL;
	uint32_t name;

	while (r && !(event_is(r, EVENT_ATOMIC) && (r->flags & MODEL_LAST)))
		r = r->next;
	if (!r || c.number || (c.compare != COMPARE_ne && c.compare != COMPARE_eq) || !event_argument(t->b, in, &r->on).bits)
		return 0;
	*zero = c.compare == COMPARE_ne;
	name = name_of_ref(&t->values, event_argument(t->b, in, &r->on));
	return term_thing(&t->o->names->terms, name);
}

bool last_of(struct builder *t, uint32_t block, uint32_t lock)
{
	uint32_t thing = term_thing(&t->o->names->terms, lock), at = block;

	while (t->cfg->dominator[at] != UINT32_MAX && t->cfg->dominator[at] != at) {
		uint32_t n, above = t->cfg->dominator[at];
		const uint32_t *next = body_successors(t->b, above, &n);
		const struct inst *end = body_end(t->b, above);
		bool zero = false;
		if (end->op == OP_branch && next[0] != next[1] && counted(t, body_arg(t->b, end, 0), &zero) == thing &&
		    t->cfg->npreds[next[!zero]] == 1 && cfg_dominates(t->cfg, next[!zero], block))
			return true;
		at = above;
	}
	return false;
}

/* Tests of numbers that a caller or the program has fixed: which way a function goes then (path correlation: the flag that says
 * "do not touch the queue" is passed as a constant, the flag that says "there are threads" is set before they are started).
 *
 *     void drop(int from_signal)                     drop(1) never gets to queue_add
 *     {
 *         if (from_signal) unlink(f); else queue_add(f);
 *     }
 *
 * Looked at are integer parameters that decide about a call, and variables that decide whether a lock is taken or given back, a
 * thread started or joined. More would tell more, and cost a context for every number. */
#include "contexts/slice/build.h"

/* Does the block begin with a call that is followed? */
static bool leads_to_call(const struct contexts_builder *k, uint32_t block)
{
	const struct points *points = k->s->points;
	const struct block *to = &k->b->block.at[block];

	/* points_leads_to_lock looks as far, and counts */
	for (uint32_t i = to->inst; i < to->inst + to->ninsts && i - to->inst < limit(LIMIT_points_guarded); i++) {
		struct sym_id callee;
		if (k->b->inst.at[i].op != OP_call)
			continue;
		callee = body_callee(points->p, k->b, &k->b->inst.at[i]);
		if (callee.i && slices_follows(points, callee))
			return true;
	}
	return points_leads_to_lock(points, k->b, block);
}

static bool decides(const struct contexts_builder *k, const struct inst *end)
{
	for (uint32_t i = op_first_target(end->op); i < end->nwords; i++)
		if (leads_to_call(k, k->b->word.at[end->word + i]))
			return true;
	return false;
}

/* A number that is counted up or down, how deep a function has called itself, say, is another one each time. */
static bool is_counted(const struct contexts_builder *k, struct ref r)
{
	for (uint32_t i = 0; i < k->b->inst.n; i++) {
		const struct inst *in = &k->b->inst.at[i];
		if (in->op == OP_binary && (in->sub == BINARY_add || in->sub == BINARY_sub) &&
		    (body_arg(k->b, in, 0).bits == r.bits || body_arg(k->b, in, 1).bits == r.bits))
			return true;
	}
	return false;
}

static bool is_integer(const struct contexts_builder *k, uint32_t param)
{
	struct type_id t = k->b->param.at[param].type;

	uint8_t kind = t.i ? program_type(k->s->points->p, type_strip(k->s->points->p, t))->kind : 0;

	return kind == TYPE_INT || kind == TYPE_ENUM;
}

/* Parameters as numbers; loads as values, so that what is stored there is known. */
bool test_matters(const struct contexts_builder *k, const struct inst *end, struct ref tested)
{
	uint32_t value = ref_kind(tested) == REF_VALUE ? ref_index(tested) : 0, i = value ? body_inst(k->b, value) : UINT32_MAX;

	if (i == UINT32_MAX)
		return value && value <= k->b->param.n && value <= limit(LIMIT_contexts_parameters) &&
		       is_integer(k, value - 1) && decides(k, end) && !is_counted(k, tested);
	return k->b->inst.at[i].op == OP_load && !k->b->inst.at[i].nwords && points_guards_lock(k->s->points, k->b, end);
}

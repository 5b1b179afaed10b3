#include "points/failing.h"

#include "base/limit.h"
#include "base/recogniser.h"
#include "code/loop.h"
#include "code/test.h"

static bool reports_misuse(const struct points *points, const struct body *b, const struct inst *call)
{
	struct sym_id callee = body_callee(points->p, b, call);
	const struct model_row *r = callee.i && !program_sym(points->p, callee)->fn.i ? points->row[callee.i] : NULL;
	bool sure = false;

	for (; r; r = r->next) {
		if ((!event_is(r, EVENT_ACQUIRE) && !event_is(r, EVENT_RELEASE)) || !event_is_sure(r) || event_says(&r->save) ||
		    !event_argument_number(&r->on) || (r->flags & (MODEL_SEMAPHORE | MODEL_TRY | MODEL_TIMED)))
			return false;
		sure = true;
	}
	return sure;
}

/* Where a dead owner is told by the result, the call has not failed. */
bool failing_way(const struct points *points, const struct body *b, uint32_t block, uint32_t i)
{
	struct fork f;
	const struct inst *call;

	if (points->robust || !fork_of(points->p, b, block, &f))
		return false;
	call = body_made_by(b, f.test.value);
	return RECOGNISED(points_failing, call && call->op == OP_call && reports_misuse(points, b, call) &&
						  test_holds(&f.test, 0) == (i != 0));
}

struct failing {
	const struct points *points;
	const struct body *b;
};

static uint8_t not_failing(void *with, uint32_t block, uint32_t k, uint8_t end)
{
	const struct failing *x = with;

	return failing_way(x->points, x->b, block, k) ? 0 : end;
}

const uint8_t *failing_blocks(struct arena *a, const struct points *points, const struct body *b)
{
	struct failing x = { points, b };
	uint8_t *dead;
	bool any = false;

	for (uint32_t block = 0; block < b->block.n && !any; block++)
		any = failing_way(points, b, block, 0) || failing_way(points, b, block, 1);
	if (!any)
		return NULL;
	dead = blocks_flow(a, b, (struct block_flow){ 1, NULL, not_failing }, &x);
	for (uint32_t block = 0; block < b->block.n; block++)
		dead[block] = !dead[block];
	return dead;
}

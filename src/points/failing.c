#include "points/failing.h"

#include "base/limit.h"
#include "base/recogniser.h"

/* A number that is the same whenever the calls do not fail. */
struct answer {
	bool known, called; /* called: by the result of such a call */
	int64_t value;
};

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

static struct answer answer_of(const struct points *, const struct body *, struct ref, int depth);

static struct answer compare_answer(const struct points *points, const struct body *b, const struct inst *in, int depth)
{
	struct answer x = answer_of(points, b, body_arg(b, in, 0), depth + 1),
		      y = answer_of(points, b, body_arg(b, in, 1), depth + 1);
	struct answer out = { x.known && y.known, x.called || y.called, 0 };

	switch (in->sub) {
	case COMPARE_eq:
		out.value = x.value == y.value;
		break;
	case COMPARE_ne:
		out.value = x.value != y.value;
		break;
	case COMPARE_sgt:
		out.value = x.value > y.value;
		break;
	case COMPARE_sge:
		out.value = x.value >= y.value;
		break;
	case COMPARE_slt:
		out.value = x.value < y.value;
		break;
	case COMPARE_sle:
		out.value = x.value <= y.value;
		break;
	case COMPARE_ugt:
		out.value = (uint64_t)x.value > (uint64_t)y.value;
		break;
	default:
		out.known = false;
	}
	return out;
}

static struct answer answer_of(const struct points *points, const struct body *b, struct ref r, int depth)
{
	const struct konst *k = ref_kind(r) == REF_KONST ? program_konst(points->p, (struct konst_id){ ref_index(r) }) : NULL;
	const struct inst *in = body_made_by(b, r);

	if (k && (k->kind == KONST_INT || k->kind == KONST_ZERO || k->kind == KONST_NULL))
		return (struct answer){ true, false, k->kind == KONST_INT ? (int64_t)k->lo : 0 };
	if (!in || limit_over(LIMIT_points_results, (uint64_t)depth))
		return (struct answer){ 0 };
	if (in->op == OP_call)
		return (struct answer){ reports_misuse(points, b, in), true, 0 };
	if (in->op == OP_cast || in->op == OP_copy)
		return answer_of(points, b, body_arg(b, in, 0), depth + 1);
	if (in->op == OP_compare)
		return compare_answer(points, b, in, depth);
	if (in->op == OP_binary && in->sub == BINARY_xor) {
		struct answer x = answer_of(points, b, body_arg(b, in, 0), depth + 1),
			      y = answer_of(points, b, body_arg(b, in, 1), depth + 1);
		return (struct answer){ x.known && y.known, x.called || y.called, (x.value ^ y.value) & 1 };
	}
	return (struct answer){ 0 };
}

/* Where a dead owner is told by the result, the call has not failed. */
bool failing_way(const struct points *points, const struct body *b, uint32_t block, uint32_t i)
{
	const struct inst *end = body_end(b, block);
	struct answer x;
	uint32_t n;
	const uint32_t *next = body_successors(b, block, &n);

	if (points->robust || end->op != OP_branch || n != 2 || next[0] == next[1])
		return false;
	x = answer_of(points, b, body_arg(b, end, 0), 0);
	return RECOGNISED(points_failing, x.known && x.called && (x.value & 1) == (int64_t)i);
}

const uint8_t *failing_blocks(struct arena *a, const struct points *points, const struct body *b)
{
	VEC(uint32_t) todo = { 0 };
	uint8_t *dead = NULL;
	bool any = false;

	for (uint32_t block = 0; block < b->block.n && !any; block++)
		any = failing_way(points, b, block, 0) || failing_way(points, b, block, 1);
	if (!any)
		return NULL;
	dead = arena_array(a, b->block.n, 1);
	for (uint32_t block = 1; block < b->block.n; block++)
		dead[block] = 1;
	*vec_add(a, &todo) = 0;
	while (todo.n) {
		uint32_t n, block = todo.at[--todo.n];
		const uint32_t *next = body_successors(b, block, &n);
		for (uint32_t i = 0; i < n; i++)
			if (dead[next[i]] && !failing_way(points, b, block, i)) {
				dead[next[i]] = 0;
				*vec_add(a, &todo) = next[i];
			}
	}
	return dead;
}

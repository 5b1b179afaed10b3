/* Where a thread may be cancelled: in a call that waits, if it has not asked to be left alone on a way there.
 *
 *     worker: lock(m); read(fd, ...); unlock(m)        main: cancel(worker); join(worker); lock(m)
 *
 * needs   threads      gives   an answer
 * misses  functions of the library that may be such a place but need not (printf); threads that may be cancelled anywhere
 *         (PTHREAD_CANCEL_ASYNCHRONOUS); callees that ask to be left alone and come back so: behind a call of one nothing is
 *         said */
#include "deadlock/ends/ends.h"

#include "base/limit.h"
#include "threads/running.h"

struct cancel_search {
	const struct contexts *c;
	const struct program *p;
	struct arena *a; /* scratch */
};

enum asked { ASKED_NOTHING, ASKED_TO_BE_LEFT, ASKED_TO_BE_HEARD };

static const struct model_row *rows_at(const struct cancel_search *x, const struct body *b, uint32_t inst)
{
	struct sym_id callee = b->inst.at[inst].op == OP_call ? body_callee(x->p, b, &b->inst.at[inst]) : (struct sym_id){ 0 };

	return callee.i ? points_rows(x->c->points, callee) : NULL;
}

/* A function that is here, which asks for itself. */
static bool callee_asks(const struct cancel_search *x, const struct body *b, uint32_t inst)
{
	struct sym_id callee = body_callee(x->p, b, &b->inst.at[inst]);
	struct fn_id fn = callee.i ? program_sym(x->p, callee)->fn : (struct fn_id){ 0 };
	struct body in = { 0 };

	if (!fn.i)
		return false;
	body_get(x->a, x->p, fn, &in);
	for (uint32_t i = 0; i < in.inst.n; i++)
		if (events_find(rows_at(x, &in, i), EVENT_SHIELD))
			return true;
	return false;
}

static enum asked asked_at(const struct cancel_search *x, const struct body *b, uint32_t inst)
{
	const struct model_row *r = events_find(rows_at(x, b, inst), EVENT_SHIELD);

	if (b->inst.at[inst].op != OP_call)
		return ASKED_NOTHING;
	if (!r)
		return callee_asks(x, b, inst) ? ASKED_TO_BE_LEFT : ASKED_NOTHING;
	return event_condition(x->p, b, &b->inst.at[inst], &r->when) == EVENT_NO ? ASKED_TO_BE_HEARD : ASKED_TO_BE_LEFT;
}

/* What was asked last in the block, before this instruction. */
static enum asked asked_in(const struct cancel_search *x, const struct body *b, uint32_t block, uint32_t end)
{
	enum asked asked = ASKED_NOTHING;

	while (end > b->block.at[block].inst && asked == ASKED_NOTHING)
		asked = asked_at(x, b, --end);
	return asked;
}

static uint32_t end_of(const struct body *b, uint32_t block)
{
	return b->block.at[block].inst + b->block.at[block].ninsts;
}

/* Is there a way through the function on which it has asked to be left alone last? `enters`: one on which it has asked
 * nothing. */
static bool left_on_a_way(const struct cancel_search *x, const struct code *code, uint32_t inst, bool *enters)
{
	const struct body *b = &code->body;
	uint32_t *todo = arena_array(x->a, b->block.n + 1u, sizeof *todo), n = 0, at = code_block(code, inst);
	bool *seen = arena_array(x->a, b->block.n, sizeof *seen);
	enum asked asked = asked_in(x, b, at, inst);

	*enters = false;
	todo[n++] = at;
	while (n && asked != ASKED_TO_BE_LEFT) {
		uint32_t k, of = todo[--n];
		asked = of == at && !seen[of] ? asked_in(x, b, of, inst) : asked_in(x, b, of, end_of(b, of));
		if (asked != ASKED_NOTHING)
			continue;
		*enters |= !of;
		for (uint32_t from = 0; from < b->block.n; from++) {
			const uint32_t *next = body_successors(b, from, &k);
			bool leads = false;
			for (uint32_t i = 0; i < k; i++)
				leads |= next[i] == of;
			if (leads && !seen[from] && n < b->block.n) {
				seen[from] = true;
				todo[n++] = from;
			}
		}
	}
	return asked == ASKED_TO_BE_LEFT;
}

bool ends_cancelled(const struct threads *t, uint32_t context, uint32_t inst)
{
	struct arena scratch;
	struct cancel_search x = { .c = t->contexts, .p = t->contexts->points->p, .a = &scratch };
	const struct code *code = code_get(t->running->shapes, x.c->context.at[context].fn);
	bool enters, left = false, waits = false;

	arena_init(&scratch, "cancelled");
	for (const struct model_row *r = rows_at(&x, &code->body, inst); r; r = r->next)
		waits |= event_is(r, EVENT_BLOCK) || event_is(r, EVENT_WAIT) || event_is(r, EVENT_JOIN) ||
			 (event_is(r, EVENT_ACQUIRE) && r->flags & MODEL_SEMAPHORE && !(r->flags & MODEL_TRY));
	for (uint32_t steps = 0; waits && !left && context; steps++) {
		left = left_on_a_way(&x, code, inst, &enters) || limit_full(LIMIT_deadlock_calls, steps);
		if (!enters)
			break;
		inst = x.c->context.at[context].inst;
		context = x.c->context.at[context].from;
		code = context ? code_get(t->running->shapes, x.c->context.at[context].fn) : NULL;
	}
	arena_release(&scratch);
	return waits && !left;
}

/* Why a wait has failed. Who asks for one reason asks for the only one there is:
 *
 *     while (sem_wait(&s) == -1 && errno == EINTR)        behind the loop the semaphore is held
 *     do e = timedlock(&m, &limit); while (e == ETIMEDOUT);   so is the lock
 *     if (trylock(&m) == EBUSY) return;
 *
 * The other reasons are mistakes of the program (no such lock, not the owner), and nobody goes on after them. A state in
 * which a wait has failed, and not for the reason that was asked for, is therefore none. errno is that of the wait if nothing
 * else was called in between. Which number is the only reason of which wait: model_is_failure. */
#include "summary/function/known.h"

/* A call that takes a lock if it returns 0, and fails so, if it fails? */
static bool is_wait(const struct work *w, uint32_t inst, int64_t number)
{
	const struct inst *in = &w->b.inst.at[inst];

	for (const struct model_row *r = points_rows_at(w->pt, &w->b, in); r; r = r->next)
		if (event_is(r, EVENT_ACQUIRE) && model_is_failure(r, number))
			return true;
	return false;
}

static bool has_failed(const struct work *w, const struct path_state *s, uint32_t inst)
{
	struct fact f = known_look(w, s, w->value[body_value(&w->b, inst)].must);

	return fact_excludes(&f, 0);
}

/* Gives where the thread's errno is. */
static bool is_errno_call(const struct work *w, uint32_t inst)
{
	const struct inst *in = &w->b.inst.at[inst];
	const struct model_row *row = points_rows_at(w->pt, &w->b, in);

	return row && event_gives_own(row) && in->nargs == 1;
}

/* The call whose errno is loaded there, the last one before; UINT32_MAX: it is no errno. */
static uint32_t call_before(const struct work *w, uint32_t load)
{
	uint32_t call = body_inst_of(&w->b, body_arg(&w->b, &w->b.inst.at[load], 0));

	if (call == UINT32_MAX || !is_errno_call(w, call))
		return UINT32_MAX;
	for (uint32_t i = call; i--;)
		if (w->b.inst.at[i].op == OP_call)
			return i;
	return UINT32_MAX;
}

bool reason_is_other(const struct work *w, const struct path_state *s, const struct inst *compare, uint8_t sub)
{
	uint32_t at = body_inst_of(&w->b, body_arg(&w->b, compare, 0));
	struct ref r = body_arg(&w->b, compare, 1);
	const struct konst *k = program_konst_of(w->p, r);

	if (sub != COMPARE_ne || at == UINT32_MAX || !k || k->kind != KONST_INT || !k->lo)
		return false;
	if (w->b.inst.at[at].op == OP_load)
		at = call_before(w, at);
	return at != UINT32_MAX && is_wait(w, at, (int64_t)k->lo) && has_failed(w, s, at);
}

/* run: operation after operation, path after path. */
#include <string.h>

#include "base/stat.h"
#include "prove/data/effort.h"
#include "prove/search/execute.h"

enum { LOOK_AT_CLOCK = 1024, LOOK_AT_MEMORY = 4 }; /* instructions; looks at the clock */

static bool is_body(const struct frame *f, const char *name)
{
	return !strncmp(program_fn_name(f->fn->p, f->fn->body.fn), name, strlen(name));
}

/* The owner of the lock that a body waits for. */
static uint32_t holder_of(struct execution *m)
{
	enum { OWNER = 0xffff }; /* src/model/bodies/primitives.c */
	const struct frame *f = execute_frame(m);
	const struct value *at = is_body(f, "snag_acquire") ? &f->reg[1] : is_body(f, "snag_wait_end") ? &f->reg[2] : NULL;
	struct value lock;

	if (!at || !value_known(*at) || !space_read(&m->space, at->lo, 32, &lock) || !value_known(lock) ||
	    value_signed(lock) <= 0)
		return NOBODY;
	return (uint32_t)(lock.lo & OWNER) - 1;
}

/* It waits for what any thread may do: a signal, a unit of a semaphore, a bit, an event, a barrier. Which thread is joined is not
 * told from here: it counts as any. */
static bool is_for_anybody(struct execution *m)
{
	const struct frame *f = execute_frame(m);

	if (is_body(f, "snag_wait_end"))
		return !execute_thread(m)->signalled;
	return is_body(f, "snag_bit_acquire") || is_body(f, "snag_down") ||
	       is_body(f, "snag_event_wait") || is_body(f, "snag_leave") || is_body(f, "snag_join");
}

/* A primitive whose assumption does not hold has changed nothing: it is as if it had not begun. */
static enum step blocked(struct execution *m)
{
	bool primitive = execute_frame(m)->purpose == FRAME_PRIMITIVE;

	m->holder = primitive ? holder_of(m) : NOBODY;
	m->anybody = primitive && is_for_anybody(m);
	if (execute_frame(m)->purpose == FRAME_PRIMITIVE)
		execute_pop(m);
	return m->probing ? STEP_BLOCKED : execute_blocked(m);
}

enum step execute_step(struct execution *m)
{
	const struct seq_op *op;
	enum step step;

	if (!m->core.nthreads)
		return execute_start(m);
	if (m->core.current == NOBODY)
		return execute_final(m);
	op = &execute_frame(m)->fn->op[m->core.op];
	switch (op->kind) {
	case SEQ_SCHEDULE:
		if (m->probing) {
			execute_next(m);
			return STEP_ON;
		}
		return execute_schedule(m, op->inst);
	case SEQ_CHECK:
		step = execute_check(m, op->inst);
		return step == STEP_BLOCKED ? blocked(m) : step;
	default:
		step = execute_do(m, op->inst);
		return step == STEP_BLOCKED ? blocked(m) : step;
	}
}

/* Bounds of one path. */
static bool path_bound(struct execution *m)
{
	if (m->core.steps >= m->most_steps && m->most_steps < m->opt->steps)
		m->cut = true;
	else if (m->core.steps >= m->opt->steps)
		execute_cut(m, CUT_STEPS, NULL);
	else if (m->core.nsegments + 2 >= MOST_SEGMENTS)
		execute_cut(m, CUT_SEGMENTS, NULL);
	else if (m->region.full)
		execute_cut(m, CUT_MEMORY, NULL);
	else
		return false;
	return true;
}

/* Bounds of the whole search. */
static bool search_bound(struct execution *m)
{
	if (m->paths >= m->opt->paths)
		execute_cut(m, CUT_PATHS, NULL);
	else if (effort_now() > m->deadline)
		execute_cut(m, effort_in_steps() ? CUT_WORK : CUT_SECONDS, NULL);
	else if (effort_now() > m->slice)
		m->cut = true;
	else if (m->region.full || (m->looks++ % LOOK_AT_MEMORY == 0 && stat_resident() > m->most_resident))
		execute_cut(m, CUT_MEMORY, NULL);
	else
		return false;
	return true;
}

enum step execute_run(struct execution *m)
{
	enum step step;

	for (;;) {
		step = path_bound(m) ? STEP_DEAD : execute_step(m);
		if (step == STEP_REFINE && effort_now() > m->smt.deadline && search_bound(m))
			return STEP_DEAD;
		if (step == STEP_REFINE)
			step = execute_reachable(m) && execute_refine(m) ? STEP_ON : STEP_DEAD;
		m->refine_at = 0;
		effort_spend(1);
		if (step == STEP_FOUND)
			return step;
		if (++m->clock % LOOK_AT_CLOCK == 0 && search_bound(m))
			return STEP_DEAD;
		if (step != STEP_DEAD)
			continue;
		if (m->paths % 64 == 63 && search_bound(m))
			return STEP_DEAD;
		if (!execute_back(m))
			return STEP_DEAD;
	}
}

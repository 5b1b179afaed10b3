/* scheduler: who runs next.
 *
 * The discipline of the paper: schedule() lets threads of ts run, one after the other, each until it ends or RAISE ends it;
 * then the one below goes on. Rounds: any thread that can go on may be let run.
 *
 * Eager rounds come first: as soon as the running thread cannot get to the goal any more, or stands at its part of a deadlock,
 * those that can go first, at no cost. So a consumer runs until it waits, then the producer, then the consumer again, as on a
 * machine with many processors, and each gets as near to the goal as it can while the others have done as little as they must.
 *
 * What costs nothing is tried at every depth of the search: to go on, and, where the running thread cannot (it is blocked, has
 * ended, or looks around in a loop while nothing changes), to let any other run. A preemption costs one, and search.c says how
 * many there may be. */
#include "prove/search/visitor.h"

enum { OPTION_GO_ON, OPTION_YIELD, OPTION_RUN, OPTION_RAISE, OPTION_WAKE };
enum { FORGET = 64 }; /* a loop that waits is noticed if it does no more visible things than that */

struct schedule_options {
	struct option at[MOST_OPTIONS];
	uint32_t n;
};

/* What has happened: whoever was blocked may try again when it is something else. */
static uint64_t happened(const struct execution *m)
{
	return m->space.state ^ space_mix(m->core.finishes);
}

static bool may_run(const struct execution *m, uint32_t id)
{
	const struct prove_thread *t = &m->thread[id];

	if (id == m->core.current || visitor_is_on(m, id))
		return false;
	if (t->status == THREAD_READY)
		return !t->signal || visitor_may_begin(m, id);
	return !m->discipline && t->status == THREAD_RUNNING && !(t->blocked && t->blocked_at == happened(m));
}

static void add(struct execution *m, struct schedule_options *o, uint8_t kind, uint32_t thread, uint32_t cost)
{
	if (m->core.spent + cost > m->limit)
		execute_cut(m, CUT_PREEMPTIONS, NULL);
	else
		o->at[o->n++] = (struct option){ kind, thread };
}

/* Of those that may run, the ones that can, or cannot, get to the goal. */
static void add_able(struct execution *m, struct schedule_options *o, bool able, uint8_t kind, uint32_t cost)
{
	for (uint32_t i = 0; i < m->core.nthreads; i++)
		if (may_run(m, i) && execute_can_reach(m, i) == able)
			add(m, o, kind, i, cost);
}

static void add_others(struct execution *m, struct schedule_options *o, uint32_t cost)
{
	if (m->eager)
		add_able(m, o, true, OPTION_RUN, cost);
	if (m->eager)
		add_able(m, o, false, OPTION_RUN, cost);
	for (uint32_t i = 0; i < m->core.nthreads && !m->eager; i++)
		if (may_run(m, i))
			add(m, o, OPTION_RUN, i, cost);
}

void execute_run_now(struct execution *m, uint32_t thread)
{
	if (m->thread[thread].signal && m->thread[thread].status == THREAD_READY)
		visitor_begin(m, thread);
	if (m->discipline) {
		region_save(&m->region, &m->stack[m->core.nstack], sizeof *m->stack);
		m->stack[m->core.nstack++] = thread;
	}
	execute_switch(m, thread);
}

/* The running thread is done with: in the discipline the one below goes on. */
static enum step next_below(struct execution *m)
{
	if (!m->discipline) {
		execute_switch(m, NOBODY);
		return STEP_ON;
	}
	CHECK(m->core.nstack && m->stack[m->core.nstack - 1] == m->core.current, "the running thread is on top");
	m->core.nstack--;
	execute_switch(m, m->core.nstack ? m->stack[m->core.nstack - 1] : NOBODY);
	return STEP_ON;
}

enum step execute_leave(struct execution *m, uint8_t status)
{
	struct prove_thread *t = execute_thread(m);
	enum step step = STEP_ON;
	uint32_t id = m->core.current;

	region_save(&m->region, &m->thread[id].status, 1);
	step = next_below(m);
	t->status = status;
	return step;
}

static enum step take(struct execution *m, const struct option *x, uint32_t cost)
{
	switch (x->kind) {
	case OPTION_YIELD:
		region_save(&m->region, &execute_thread(m)->yielded, sizeof(bool));
		execute_thread(m)->yielded = true;
		execute_run_now(m, x->thread);
		return STEP_ON;
	case OPTION_RUN:
		m->core.spent += cost;
		execute_run_now(m, x->thread);
		return STEP_ON;
	case OPTION_WAKE: /* a wait on a condition returns without a signal */
		m->core.spent++;
		region_save(&m->region, &execute_thread(m)->woken, sizeof(bool));
		execute_thread(m)->woken = true;
		return STEP_ON;
	case OPTION_RAISE:
		m->core.spent += cost;
		return execute_leave(m, THREAD_RAISED);
	default:
		if (execute_thread(m)->yielded) {
			region_save(&m->region, &execute_thread(m)->yielded, sizeof(bool));
			execute_thread(m)->yielded = false;
		}
		m->core.arrived = false;
		execute_next(m);
		return STEP_ON;
	}
}

static void mark_blocked(struct execution *m)
{
	struct prove_thread *t = execute_thread(m);

	region_save(&m->region, &t->blocked, sizeof t->blocked);
	region_save(&m->region, &t->blocked_at, sizeof t->blocked_at);
	t->blocked = true;
	t->blocked_at = happened(m);
}

/* A thread that is about to do the same thing, with the same registers in its last few frames and the same memory, as once
 * before, waits: it will do so for ever unless somebody else runs. */
static uint64_t state_of(struct execution *m)
{
	const struct prove_thread *t = execute_thread(m);
	uint64_t h = space_mix(happened(m) + m->core.op + ((uint64_t)t->phase << 32));

	for (uint32_t k = t->depth; k > 0 && k + 3 > t->depth; k--) {
		const struct frame *f = &t->frame[k - 1];
		uint32_t n = body_value(&f->fn->body, f->fn->body.inst.n);
		h = space_mix(h ^ f->fn->body.fn.i);
		for (uint32_t i = 1; i < n; i++)
			h = (h ^ f->reg[i].lo ^ (uint64_t)(uintptr_t)f->reg[i].ast) * 0x9e3779b97f4a7c15u + i;
	}
	return space_mix(h);
}

static void has_looked(struct execution *m, uint64_t state)
{
	struct prove_thread *t = execute_thread(m);

	region_save(&m->region, &t->watch, sizeof t->watch);
	region_save(&m->region, &t->other, sizeof t->other);
	if (!t->watch || ++t->other > FORGET) {
		t->watch = state;
		t->other = 0;
	}
}

/* An access to memory that only this thread can reach is not a place for others. */
static enum step is_private(struct execution *m, uint32_t inst, bool *private)
{
	struct prove_access access[MOST_ACCESSES];
	uint32_t n = 0;

	*private = false;
	if (execute_frame(m)->fn->body.inst.at[inst].op == OP_call && !execute_writes_id(m, inst))
		return STEP_ON;
	if (!execute_accesses(m, inst, access, &n))
		return STEP_REFINE;
	*private = true;
	for (uint32_t i = 0; i < n; i++)
		if (!space_private(&m->space, access[i].at))
			*private = false;
	return STEP_ON;
}

/* In rounds, whoever is let run does something: to let it run and at once another one is to let the other one run. */
static bool must_go_on(const struct execution *m, bool waiting)
{
	return m->core.arrived && !waiting && !m->discipline && !m->eager;
}

static void add_all(struct execution *m, struct schedule_options *o, bool waiting, bool at_goal)
{
	uint32_t cost = waiting || at_goal ? 0 : 1;
	bool yields = m->eager && !execute_thread(m)->yielded && (waiting || at_goal || !execute_can_reach(m, m->core.current));

	if (yields)
		add_able(m, o, true, OPTION_YIELD, 0);
	if (!waiting)
		add(m, o, OPTION_GO_ON, 0, 0);
	if (must_go_on(m, waiting))
		return;
	if (!yields)
		add_others(m, o, cost);
	else
		add_able(m, o, false, OPTION_RUN, cost);
	if (m->discipline)
		add(m, o, OPTION_RAISE, 0, cost);
}

/* Inside an atomic section nobody else runs. */
static enum step go_on_alone(struct execution *m)
{
	uint64_t state = state_of(m);

	if (state == execute_thread(m)->watch)
		return execute_dead(m, "an atomic section that waits in a loop");
	has_looked(m, state);
	return take(m, &(struct option){ OPTION_GO_ON, 0 }, 0);
}

enum step execute_schedule(struct execution *m, uint32_t inst)
{
	struct schedule_options o = { .n = 0 };
	const struct option *x;
	enum step step;
	bool private, waiting, at_goal;
	uint64_t state;

	if (m->core.nthreads == 1) { /* what it does may let others come: then it has done something */
		m->core.arrived = false;
		execute_next(m);
		return STEP_ON;
	}
	step = is_private(m, inst, &private);
	if (step != STEP_ON)
		return step;
	if (private) {
		execute_next(m);
		return STEP_ON;
	}
	if (execute_thread(m)->alone)
		return go_on_alone(m);
	state = state_of(m);
	waiting = state == execute_thread(m)->watch;
	if (waiting)
		mark_blocked(m);
	at_goal = m->seq->goal->kind == GOAL_DEADLOCK && execute_is_at_goal(m);
	add_all(m, &o, waiting, at_goal);
	if (!o.n) /* and no preemption that was left out could help: the state is one that was there before */
		return execute_dead(m, "a thread that waits in a loop for what nobody does");
	x = &o.at[execute_choose(m, o.n)];
	if (x->kind == OPTION_GO_ON)
		has_looked(m, state);
	return take(m, x, waiting || at_goal ? 0 : 1);
}

/* The operation at hand cannot be done now: it is tried again when somebody else has run, or never. */
enum step execute_blocked(struct execution *m)
{
	struct schedule_options o = { .n = 0 };

	if (execute_thread(m)->alone) {
		if (execute_thread(m)->phase && execute_may_wake(m))
			execute_cut(m, CUT_WAKES, NULL);
		return execute_dead(m, "an atomic section that waits"); /* a section is done as a whole, or not begun */
	}
	mark_blocked(m);
	if (execute_deadlock(m))
		return STEP_FOUND;
	add_others(m, &o, 0);
	if (m->discipline)
		add(m, &o, OPTION_RAISE, 0, 0);
	if (execute_thread(m)->phase && execute_may_wake(m))
		add(m, &o, OPTION_WAKE, 0, 1);
	return o.n ? take(m, &o.at[execute_choose(m, o.n)], 0) : execute_dead(m, "every thread waits");
}

/* Nobody runs: the schedule() at the end of Check(s), and in rounds the choice of the next one. */
enum step execute_final(struct execution *m)
{
	struct schedule_options o = { .n = 0 };

	add_others(m, &o, 0);
	return o.n ? take(m, &o.at[execute_choose(m, o.n)], 0) : execute_dead(m, "all threads have ended");
}

/* exit and the like; a function outside that does not come back is taken for one. */
static bool is_the_end(struct execution *m, const struct frame *f, const struct inst *in)
{
	struct sym_id callee = body_callee(f->fn->p, &f->fn->body, in);
	enum seq_meaning meaning = callee.i ? seq_meaning(m->seq, callee) : SEQ_OUTSIDE;

	return meaning == SEQ_ENDS || meaning == SEQ_OUTSIDE;
}

/* The thread's start function returns. When main's does, the program ends: whoever is to run must run before. */
enum step execute_finish(struct execution *m, struct value result)
{
	struct prove_thread *t = execute_thread(m);
	const struct frame *f = execute_frame(m);
	const struct inst *in = &f->fn->body.inst.at[f->fn->op[m->core.op].inst];
	bool exits = in->op == OP_call ? is_the_end(m, f, in) : m->core.current == 0 && !m->opt->nroots;
	struct schedule_options o = { .n = 0 };

	if (m->probing) /* it does not wait, and that is all that is asked */
		return STEP_ON;
	if (t->alone)
		return execute_dead(m, "the end of a thread in an atomic section");
	if (exits) {
		mark_blocked(m);
		add_others(m, &o, 0);
		if (m->discipline && o.n == 0 && m->core.nstack > 1)
			add(m, &o, OPTION_RAISE, 0, 0);
		return o.n ? take(m, &o.at[execute_choose(m, o.n)], 0) : execute_dead(m, "the program has ended");
	}
	execute_count(m);
	m->core.finishes++;
	region_save(&m->region, t, sizeof *t);
	t->result = result;
	return execute_leave(m, THREAD_FINISHED);
}

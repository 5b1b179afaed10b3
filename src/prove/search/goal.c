/* goal: what is looked for, and whether it is there.
 *
 * A race: a thread that stands at one side of a pair is ended there (check; RAISE of kiss, Figure 5), with its accesses
 * remembered; when another thread gets to the other side with an overlapping one, both stand at once. The paper's `access` and
 * the variable r are what is remembered.
 *
 * Two that stand so are a data race whatever atomic operations and fences came before. Neither access blocks, so the execution
 * may go on with the one and then the other at once. The first is the last thing that its thread does, so nothing of that thread
 * behind it can release it; were it a release itself, the other one would have to be an atomic read, and of two atomic accesses
 * nothing is said. Nor can the second happen before the first: every edge of happens-before leads forward in the interleaving.
 * Only where accesses stand apart must order be known (order.c).
 *
 * Who is in an atomic section is not ended there, for then nobody could go on: the other side, outside of all sections, is the
 * first. It stands there before the section begins and does nothing while it lasts, so that the two are as unordered as above. */
#include "prove/execute/library.h"

enum { LIKELY = 8 }; /* bytes of a copy of unknown size */

/* ---- accesses ---- */

static bool one(struct execution *m, struct ref at, uint64_t len, struct prove_access *out)
{
	struct value v;

	if (!execute_need(m, at, &v))
		return false;
	out->at = v.lo;
	out->len = len;
	return true;
}

/* An exchange that surely finds something else there: it only reads (7.17.7.4). */
static bool fails(struct execution *m, uint64_t at, struct value expected)
{
	struct value old, same;

	if (!expected.bits || !space_read(&m->space, at, expected.bits, &old))
		return false;
	same = value_compare(&m->smt, COMPARE_eq, old, expected);
	return value_known(same) && !value_get(same);
}

bool execute_accesses(struct execution *m, uint32_t inst, struct prove_access *out, uint32_t *n)
{
	const struct frame *f = execute_frame(m);
	const struct body *b = &f->fn->body;
	const struct inst *in = &b->inst.at[inst];
	uint64_t len = ((uint64_t)execute_bits(f->fn->p, in->type) + 7) / 8;
	struct value size, stored;
	enum step ignored;
	struct sym_id sym;

	*n = 0;
	out[0].atomic = in->order != ORDER_NONE;
	out[0].is_volatile = in->flags & INST_VOLATILE;
	out[0].expected = out[1].expected = (struct value){ 0 };
	out[0].acquires = in->op != OP_store && (order_acquires(in->order) || order_acquires(in->order2));
	switch (in->op) {
	case OP_load:
	case OP_store:
	case OP_rmw:
		*n = 1;
		stored = execute_get(m, body_arg(b, in, 1));
		out[0].write = in->op != OP_load;
		return one(m, body_arg(b, in, 0), in->op == OP_load ? len : (stored.bits + 7) / 8, &out[0]);
	case OP_cmpxchg:
		*n = 1;
		stored = execute_get(m, body_arg(b, in, 1));
		if (!one(m, body_arg(b, in, 0), (stored.bits + 7) / 8, &out[0]))
			return false;
		out[0].write = !fails(m, out[0].at, stored);
		out[0].expected = stored;
		return true;
	case OP_memcpy:
	case OP_memset:
		if (!execute_need(m, body_arg(b, in, 2), &size)) {
			m->hoped = LIKELY; /* no bytes at all would be the solver's first thought */
			m->hope = &m->hoped;
			return false;
		}
		*n = in->op == OP_memcpy ? 2 : 1;
		out[0].write = true;
		out[1].write = out[1].atomic = out[1].is_volatile = false;
		return one(m, body_arg(b, in, 0), size.lo, &out[0]) && (*n == 1 || one(m, body_arg(b, in, 1), size.lo, &out[1]));
	case OP_call:
		sym = execute_callee(m, inst, &ignored);
		return !sym.i || library_accesses(m, inst, sym, out, n);
	default:
		return true;
	}
}

bool goal_conflict(const struct prove_access *a, const struct prove_access *b)
{
	if (!(a->write || b->write) || (a->atomic && b->atomic))
		return false;
	return a->len && b->len && a->at < b->at + b->len && b->at < a->at + a->len;
}

/* ---- races ---- */

static struct schedule_place place_of(struct execution *m, uint32_t id)
{
	const struct prove_thread *t = &m->thread[id];
	const struct frame *f = &t->frame[t->depth - 1];
	uint32_t op = id == m->core.current ? m->core.op : f->op;

	return (struct schedule_place){ id, execute_fn(f), f->fn->op[op].inst };
}

static bool at(const struct schedule_place *goal, const struct schedule_place *is)
{
	return goal->fn.i == is->fn.i && goal->inst == is->inst;
}

bool goal_is_pair(const struct execution *m, const struct schedule_place *x, const struct schedule_place *y)
{
	for (uint32_t i = 0; i < m->seq->goal->npairs; i++) {
		const struct goal_pair *p = &m->seq->goal->pair[i];
		if ((at(&p->a, x) && at(&p->b, y)) || (at(&p->a, y) && at(&p->b, x)))
			return true;
	}
	return false;
}

/* A handler and the thread that it interrupts may share what is volatile. */
static bool is_allowed(const struct execution *m, uint32_t other, const struct prove_access *a, const struct prove_access *b)
{
	return m->thread[m->core.current].carrier == other + 1 && a->is_volatile && b->is_volatile;
}

/* Would this thread's next operation block now? It is tried, and undone. */
static bool would_block(struct execution *m, uint32_t id)
{
	struct core core = m->core;
	struct region_mark mark;
	size_t fresh = m->region.fresh;
	uint32_t nrooms = m->space.nrooms, depth = m->thread[id].depth;
	uint64_t state = m->space.state;
	enum step step = STEP_ON;

	mark = region_mark(&m->region);
	m->probing = true;
	if (id != m->core.current)
		execute_switch(m, id);
	while (execute_frame(m)->fn->op[m->core.op].kind == SEQ_CHECK) /* it is looked at, not let run */
		m->core.op++;
	do
		step = execute_step(m);
	while (step == STEP_ON && m->thread[id].depth > depth);
	m->probing = false;
	region_undo(&m->region, mark);
	m->region.fresh = fresh;
	m->core = core;
	m->space.nrooms = nrooms;
	m->space.state = state;
	m->space.thread = core.current;
	return step == STEP_BLOCKED;
}

/* Does it stand at a call that waits, so that it is not about to access anything? */
static bool waits(struct execution *m, uint32_t id)
{
	struct schedule_place at = place_of(m, id);
	const struct seq_fn *f = seq_function(m->seq, at.fn);
	const struct inst *in = &f->body.inst.at[at.inst];
	struct sym_id sym = in->op == OP_call ? body_callee(f->p, &f->body, in) : (struct sym_id){ 0 };
	const struct model_row *row = sym.i ? seq_row(m->seq, sym) : NULL;

	return row && (event_is(row, EVENT_ACQUIRE) || event_is(row, EVENT_WAIT) || event_is(row, EVENT_BARRIER) ||
		       event_is(row, EVENT_ONCE) || event_is(row, EVENT_JOIN)) &&
	       would_block(m, id);
}

static bool meets(struct execution *m, uint32_t other, const struct prove_access *access, uint32_t n)
{
	const struct prove_thread *t = &m->thread[other];
	struct schedule_place x = place_of(m, other), y = place_of(m, m->core.current);

	if (other == m->core.current || t->status != THREAD_PARKED || !goal_is_pair(m, &x, &y))
		return false;
	for (uint32_t i = 0; i < t->naccesses; i++)
		for (uint32_t k = 0; k < n; k++) {
			struct prove_access parked = t->access[i];
			if (parked.expected.bits) /* something else may be there since it has come here */
				parked.write = !fails(m, parked.at, parked.expected);
			if (goal_conflict(&parked, &access[k]) && !is_allowed(m, other, &parked, &access[k]) && !waits(m, other)) {
				m->found[0] = x;
				m->found[1] = y;
				m->nfound = 2;
				return true;
			}
		}
	return false;
}

void execute_park(struct execution *m, const struct prove_access *access, uint32_t n)
{
	struct prove_thread *t = execute_thread(m);

	region_save(&m->region, t, sizeof *t);
	t->naccesses = n;
	for (uint32_t i = 0; i < n; i++)
		t->access[i] = access[i];
	m->core.nparked++;
}

/* Nobody is ended: what has been accessed is remembered. */
static enum step check_apart(struct execution *m, const struct prove_access *access, uint32_t n)
{
	struct schedule_place here = place_of(m, m->core.current);

	if (n && order_meets(m, &here, access, n, &m->found[0])) {
		m->found[1] = here;
		m->nfound = 2;
		return STEP_FOUND;
	}
	execute_next(m);
	return STEP_ON;
}

enum { BOTH_VISITED = 3, FIRST_VISITOR = 4 };

/* Somebody has got here, on this path or an earlier one. */
static void note_visit(struct execution *m)
{
	struct schedule_place here = place_of(m, m->core.current);
	const struct goal *goal = m->seq->goal;

	for (uint32_t i = 0; i < goal->npairs; i++) {
		bool a = at(&goal->pair[i].a, &here), b = at(&goal->pair[i].b, &here);
		uint32_t *v = &m->visited[i];
		if (a && b) /* two of one place: by two threads */
			*v = !*v || *v == FIRST_VISITOR + here.thread ? FIRST_VISITOR + here.thread : BOTH_VISITED;
		else
			*v |= (a ? 1 : 0) | (b ? 2 : 0);
	}
}

bool execute_was_reached(const struct execution *m)
{
	const struct goal *goal = m->seq->goal;
	bool all = goal->nplaces > 0;

	for (uint32_t i = 0; i < goal->npairs; i++)
		if (m->visited[i] == BOTH_VISITED)
			return true;
	for (uint32_t i = 0; i < goal->nplaces; i++)
		all &= m->visited[i];
	return all;
}

/* Who waits for somebody that does not come waits in vain. */
static bool others_can_reach(const struct execution *m)
{
	for (uint32_t i = 0; i < m->core.nthreads; i++)
		if (i != m->core.current && execute_can_reach(m, i))
			return true;
	return false;
}

/* check_r or check_w, then RAISE; or on. */
enum step execute_check(struct execution *m, uint32_t inst)
{
	struct prove_access access[MOST_ACCESSES] = { { 0 } };
	bool matters = false;
	uint32_t n;

	if (!execute_accesses(m, inst, access, &n))
		return STEP_REFINE;
	for (uint32_t i = 0; i < n; i++) {
		matters |= !space_private(&m->space, access[i].at);
		if (!space_is_named(access[i].at) && !space_room(&m->space, access[i].at, access[i].len))
			return execute_wrong(m); /* the access itself would end the path */
	}
	if (waits(m, m->core.current))
		return STEP_BLOCKED;
	note_visit(m);
	if (m->apart)
		return check_apart(m, access, n); /* also what is still its own: it may be shown to others without any order */
	for (uint32_t i = 0; matters && i < m->core.nthreads; i++)
		if (meets(m, i, access, n))
			return STEP_FOUND;
	if (!matters || m->core.nparked || execute_thread(m)->alone || !others_can_reach(m) || execute_choose(m, 2) == 1) {
		execute_next(m);
		return STEP_ON;
	}
	execute_park(m, access, n);
	return execute_leave(m, THREAD_PARKED);
}

bool execute_can_reach(const struct execution *m, uint32_t id)
{
	const struct prove_thread *t = &m->thread[id];

	if (t->status != THREAD_READY && t->status != THREAD_RUNNING)
		return false;
	for (uint32_t k = 0; k < t->depth; k++) {
		const struct frame *f = &t->frame[k];
		uint32_t op = id == m->core.current && k + 1 == t->depth ? m->core.op : f->op;
		if (f->fn->distance && f->fn->distance[f->fn->block[f->fn->op[op].inst]] != UINT32_MAX)
			return true;
	}
	return false;
}

bool execute_reachable(struct execution *m)
{
	if (m->seq->goal->kind == GOAL_ASSERT && !m->seq->goal->nplaces)
		return true;
	for (uint32_t i = 0; i < m->core.nthreads; i++)
		if (execute_can_reach(m, i))
			return true;
	return false;
}

/* ---- asserts ---- */

enum step execute_fail(struct execution *m, uint32_t inst)
{
	struct schedule_place is = place_of(m, m->core.current);
	const struct goal *goal = m->seq->goal;
	bool wanted = goal->kind == GOAL_ASSERT && !goal->nplaces;

	(void)inst;
	for (uint32_t i = 0; goal->kind == GOAL_ASSERT && i < goal->nplaces; i++)
		wanted |= at(&goal->place[i], &is);
	if (!wanted)
		return execute_dead(m, "a failing assertion");
	m->found[0] = is;
	m->nfound = 1;
	return STEP_FOUND;
}

/* ---- deadlocks ---- */

/* The place is the call that blocks, or one of a wrapper around it. */
static bool stands_in(struct execution *m, uint32_t id, const struct schedule_place *goal)
{
	const struct prove_thread *t = &m->thread[id];

	for (uint32_t k = t->depth; k-- > 0;) {
		const struct frame *f = &t->frame[k];
		uint32_t op = id == m->core.current && k + 1 == t->depth ? m->core.op : f->op;
		if (!f->fn->primitive && goal->fn.i == execute_fn(f).i && goal->inst == f->fn->op[op].inst)
			return true;
	}
	return false;
}

bool execute_is_at_goal(struct execution *m)
{
	bool is = false;

	for (uint32_t k = 0; k < m->seq->goal->nplaces; k++)
		if (stands_in(m, m->core.current, &m->seq->goal->place[k])) {
			m->visited[k] = 1;
			is = true;
		}
	return is;
}

/* A thread that stands at the goal's place k, waits, and is not among those found. */
static uint32_t waits_at(struct execution *m, uint32_t k)
{
	for (uint32_t i = 0; i < m->core.nthreads; i++) {
		const struct prove_thread *t = &m->thread[i];
		bool taken = false;
		if ((t->status != THREAD_RUNNING && t->status != THREAD_RAISED) || !t->depth)
			continue;
		for (uint32_t j = 0; j < m->nfound; j++)
			taken |= m->found[j].thread == i;
		if (!taken && stands_in(m, i, &m->seq->goal->place[k]) && would_block(m, i))
			return i;
	}
	return NOBODY;
}

static bool is_found(const struct execution *m, uint32_t id)
{
	for (uint32_t i = 0; i < m->nfound; i++)
		if (m->found[i].thread == id)
			return true;
	return false;
}

/* Would it wait for what somebody has who was not found? */
static bool waits_outside(struct execution *m, uint32_t id)
{
	return would_block(m, id) && m->holder != NOBODY && !is_found(m, m->holder) && m->thread[id].carrier != m->holder + 1;
}

/* Does every one that was found wait for another one of them? Of locks without one owner nobody knows here: the replay does. What
 * any thread may do, a signal for instance, is waited for in vain only if all wait. A handler may wait for what the thread has
 * that it has interrupted. */
static bool wait_for_each_other(struct execution *m)
{
	for (uint32_t i = 0; i < m->nfound; i++) {
		uint32_t id = m->found[i].thread;
		if (waits_outside(m, id) || (would_block(m, id) && m->anybody))
			return false;
	}
	return true;
}

static bool all_wait(struct execution *m)
{
	for (uint32_t i = 0; i < m->core.nthreads; i++) {
		const struct prove_thread *t = &m->thread[i];
		bool pending = t->status == THREAD_READY && t->signal;
		if (t->status != THREAD_FINISHED && !pending && (t->status == THREAD_READY || !t->depth || !would_block(m, i)))
			return false;
	}
	return true;
}

bool execute_deadlock(struct execution *m)
{
	const struct goal *goal = m->seq->goal;

	if (goal->kind != GOAL_DEADLOCK || m->probing)
		return false;
	m->nfound = 0;
	for (uint32_t k = 0; k < goal->nplaces && k < SPACE_THREADS; k++) {
		uint32_t id = waits_at(m, k);
		if (id == NOBODY)
			return false;
		m->found[m->nfound++] = place_of(m, id);
	}
	if (!m->nfound || (goal->own && waits_outside(m, m->found[0].thread)))
		return false;
	return wait_for_each_other(m) || all_wait(m);
}

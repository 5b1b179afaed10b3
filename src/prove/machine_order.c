/* What happens before what, in an execution that is run again: vector clocks, by C11's rules where they are simple, and with more
 * order than there may be where they are not. So what is unordered here is unordered: a data race (C11, 5.1.2.4), wherever the
 * two accesses stand.
 *
 *     acquire(x)   the thread learns what is known at x        release(x)   x learns what the thread knows, and the thread's time
 * goes on
 *
 * Locks, semaphores, conditions, events, barriers and once do so at their object, start and join between threads, atomic
 * operations at their address as their order says. More than there is: a value once released at an address stays known there,
 * whatever is stored later; a fence acquires and releases one place for all, and makes every later atomic operation do the same;
 * so does each function outside, and each that writes to a stream. */
#include <string.h>

#include "prove/machine_parts.h"

enum { ANYWHERE = 1 };

static bool is_kept(const struct machine *m)
{
	return m->schedule && m->schedule->apart;
}

static uint32_t *time_of(struct machine *m, struct machine_clock *c, uint32_t thread)
{
	while (c->time.n <= thread)
		*vec_add(&m->arena, &c->time) = 0;
	return &c->time.at[thread];
}

static void learn(struct machine *m, struct machine_clock *to, const struct machine_clock *from)
{
	for (uint32_t i = 0; i < from->time.n; i++) {
		uint32_t *t = time_of(m, to, i);
		*t = from->time.at[i] > *t ? from->time.at[i] : *t;
	}
}

static struct machine_clock *clock_at(struct machine *m, uint64_t at)
{
	struct machine_clock *c;

	for (uint32_t i = 0; i < m->clock.n; i++)
		if (m->clock.at[i].at == at)
			return &m->clock.at[i];
	c = vec_add(&m->arena, &m->clock);
	*c = (struct machine_clock){ .at = at };
	return c;
}

static void tick(struct machine *m, uint32_t thread)
{
	++*time_of(m, &machine_thread(m, thread)->clock, thread);
}

static void acquire(struct machine *m, uint32_t thread, uint64_t at)
{
	learn(m, &machine_thread(m, thread)->clock, clock_at(m, at));
}

static void release(struct machine *m, uint32_t thread, uint64_t at)
{
	learn(m, clock_at(m, at), &machine_thread(m, thread)->clock);
	tick(m, thread);
}

void machine_order_start(struct machine *m, uint32_t parent, uint32_t child)
{
	if (!is_kept(m))
		return;
	if (parent != UINT32_MAX) {
		learn(m, &machine_thread(m, child)->clock, &machine_thread(m, parent)->clock);
		tick(m, parent);
	} else {
		tick(m, child);
	}
}

void machine_order_join(struct machine *m, uint32_t thread, uint32_t joined)
{
	if (is_kept(m))
		learn(m, &machine_thread(m, thread)->clock, &machine_thread(m, joined)->clock);
}

void machine_order_outside(struct machine *m, uint32_t thread)
{
	if (!is_kept(m))
		return;
	acquire(m, thread, ANYWHERE);
	release(m, thread, ANYWHERE);
}

void machine_order_once(struct machine *m, uint32_t thread, uint64_t at, bool done)
{
	if (!is_kept(m))
		return;
	if (done)
		release(m, thread, at);
	else
		acquire(m, thread, at);
}

/* One row of a call of a primitive has been executed; `begun`: it was the second step. */
void machine_order_row(struct machine_call *call, const struct model_row *r, bool begun)
{
	struct machine *m = call->m;

	if (!is_kept(m) || m->state != MACHINE_RUNS)
		return;
	switch (r->verb) {
	case MODEL_ACQUIRE:
	case MODEL_QUIESCE:
		acquire(m, call->thread, call_place(call, &r->on));
		break;
	case MODEL_RELEASE:
	case MODEL_SIGNAL:
	case MODEL_BROADCAST:
	case MODEL_UPGRADE:
	case MODEL_DOWNGRADE:
		release(m, call->thread, call_place(call, &r->on));
		break;
	case MODEL_WAIT:
		if (r->with.base && !begun) {
			release(m, call->thread, call_place(call, &r->with));
			break;
		}
		if (r->with.base)
			acquire(m, call->thread, call_place(call, &r->with));
		acquire(m, call->thread, call_place(call, &r->on));
		break;
	case MODEL_BARRIER:
		begun ? acquire(m, call->thread, call_place(call, &r->on)) : release(m, call->thread, call_place(call, &r->on));
		break;
	default:
		break;
	}
}

/* Before an atomic instruction is executed. */
void machine_order_inst(struct machine *m, uint32_t thread, const struct inst *in, uint64_t at)
{
	bool fence = in->op == OP_fence, reads = in->op != OP_store, writes = in->op != OP_load;
	uint8_t order = in->order;

	if (!is_kept(m) || (!fence && order == ORDER_NONE))
		return;
	m->fenced |= fence;
	if (!fence && reads && (m->fenced || order == ORDER_ACQUIRE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST))
		acquire(m, thread, at);
	if (!fence && writes && (m->fenced || order == ORDER_RELEASE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST))
		release(m, thread, at);
	if (m->fenced)
		machine_order_outside(m, thread);
}

/* ---- the two accesses ---- */

void machine_order_watch(struct machine *m, uint32_t thread, const struct machine_look *l)
{
	const struct schedule_place *p = is_kept(m) && m->schedule->place.n ? &m->schedule->place.at[0] : NULL;

	if (p && p->thread == thread && p->fn.i == l->fn.i && p->inst == l->inst)
		*vec_add(&m->arena, &m->watched) =
		    (struct machine_watched){ *l, *time_of(m, &machine_thread(m, thread)->clock, thread) };
}

bool machine_order_races(struct machine *m, const struct machine_look *second, uint32_t thread)
{
	uint32_t first = m->schedule->place.at[0].thread, knows = *time_of(m, &machine_thread(m, thread)->clock, first);

	for (uint32_t i = 0; i < m->watched.n; i++)
		if (knows < m->watched.at[i].time && machine_conflict(&m->watched.at[i].look, second))
			return true;
	return false;
}

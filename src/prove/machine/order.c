/* What happens before what, in an execution that is run again whose two accesses stand apart: is the first one (each time that it
 * was executed) ordered before the second? C17, 5.1.2.4 and 7.17, read as a spread of knowledge about one thread:
 *
 *     knows   so many of the first thread's accesses happen before the next step of this thread
 *     seen    so many would, if what its atomic reads have read had been read by acquire operations: an acquire fence makes it so
 *             (7.17.4p2, p4)
 *     fenced  so many happen before its last release fence, and so before what any of its later atomic writes is read by an
 *             acquire operation, or before an acquire fence (7.17.4p2, p3)
 *
 * Each atomic object has the side effects that head a release sequence which the last one is in, that is (5.1.2.4p10) those
 * behind which all are of the same thread, or are read-modify-writes. A read takes the value of the last one: release operations
 * among them, and writes behind a release fence, synchronise with the reader. A compare and exchange that fails is a read, with
 * the order that it has for that. seq_cst is acquire and release. An atomic read that acquires is itself behind what it reads.
 * A signal fence orders nothing between threads, and a schedule whose accesses stand apart has no handlers.
 *
 * Locks, semaphores, conditions, events, barriers and once hand on what is known at their object, start and join between
 * threads.
 *
 * Two accesses that stand side by side need none of this (replay.c): no thread takes a step behind its access, so that nothing
 * can hand on that it has happened.
 *
 * The execution is an interleaving, which C17 allows, with its order as modification order of all objects: so what is unordered
 * here is a data race (5.1.2.4p35). There may be more order than there is: what was known at a lock stays known there, whoever
 * has it; objects that overlap tell each other; plain writes end no release sequence; a function outside, and each that writes
 * to a stream, is a seq_cst fence and knows what all the others know. */
#include <string.h>

#include "prove/machine/parts.h"

enum { ANYWHERE = 1 };

static bool is_kept(const struct machine *m)
{
	return m->schedule && m->schedule->apart && m->schedule->place.n;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static uint32_t known_by(struct machine *m, uint32_t thread)
{
	return thread == m->schedule->place.at[0].thread ? m->watched.n : machine_thread(m, thread)->knows;
}

static void tell(struct machine *m, uint32_t thread, uint32_t news)
{
	struct machine_thread *t = machine_thread(m, thread);

	t->knows = larger(t->knows, news);
}

static void say(struct machine *m, struct machine_news news)
{
	if (m->tell)
		m->tell(m, &news);
}

/* ---- objects of other kinds ---- */

static uint32_t *known_at(struct machine *m, uint64_t at)
{
	struct machine_known *k;

	for (uint32_t i = 0; i < m->known.n; i++)
		if (m->known.at[i].at == at)
			return &m->known.at[i].knows;
	k = vec_add(&m->arena, &m->known);
	*k = (struct machine_known){ .at = at };
	return &k->knows;
}

static void acquire(struct machine *m, uint32_t thread, uint64_t at)
{
	tell(m, thread, *known_at(m, at));
}

static void release(struct machine *m, uint32_t thread, uint64_t at)
{
	uint32_t *k = known_at(m, at);

	*k = larger(*k, known_by(m, thread));
}

void machine_order_start(struct machine *m, uint32_t parent, uint32_t child)
{
	say(m, (struct machine_news){ .kind = TOLD_START, .thread = parent, .other = child });
	if (is_kept(m))
		tell(m, child, known_by(m, parent));
}

void machine_order_join(struct machine *m, uint32_t thread, uint32_t joined)
{
	say(m, (struct machine_news){ .kind = TOLD_JOIN, .thread = thread, .other = joined });
	if (is_kept(m))
		tell(m, thread, known_by(m, joined));
}

void machine_order_once(struct machine *m, uint32_t thread, uint64_t at, bool done)
{
	say(m, (struct machine_news){ .kind = TOLD_ONCE, .thread = thread, .at = at, .done = done });
	if (!is_kept(m))
		return;
	if (done)
		release(m, thread, at);
	else
		acquire(m, thread, at);
}

/* A lock that is one bit of a word is taken and given back by atomic operations on that. */
static void order_bit(struct machine_call *call, const struct model_row *r)
{
	uint64_t number = r->on.key - 1u < call->nargs ? (uint32_t)call->arg[r->on.key - 1] : 0;
	struct machine_atomic_step x = { .order = r->verb == MODEL_RELEASE ? ORDER_RELEASE : ORDER_ACQUIRE, .reads = true,
					 .writes = true, .at = call_place(call, &r->on) + number / 8, .bytes = 1 };

	machine_order_atomic(call->m, call->thread, &x);
}

/* One row of a call of a primitive has been executed; `begun`: it was the second step. */
void machine_order_row(struct machine_call *call, const struct model_row *r, bool begun)
{
	struct machine *m = call->m;

	say(m, (struct machine_news){ .kind = TOLD_ROW, .thread = call->thread, .call = call, .row = r, .begun = begun });
	if (!is_kept(m) || m->state != MACHINE_RUNS)
		return;
	if (r->on.key) {
		order_bit(call, r);
		return;
	}
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

/* ---- fences ---- */

static bool acquires(uint8_t order)
{
	return order == ORDER_SEQ_CST || order == ORDER_ACQ_REL || order == ORDER_ACQUIRE;
}

static bool releases(uint8_t order)
{
	return order == ORDER_SEQ_CST || order == ORDER_ACQ_REL || order == ORDER_RELEASE;
}

void machine_order_fence(struct machine *m, uint32_t thread, uint8_t order)
{
	say(m, (struct machine_news){ .kind = TOLD_FENCE, .thread = thread, .order = order });
	if (!is_kept(m))
		return;
	if (acquires(order))
		tell(m, thread, machine_thread(m, thread)->seen);
	if (releases(order))
		machine_thread(m, thread)->fenced = known_by(m, thread);
}

void machine_order_outside(struct machine *m, uint32_t thread)
{
	if (!is_kept(m))
		return;
	acquire(m, thread, ANYWHERE);
	machine_order_fence(m, thread, ORDER_SEQ_CST);
	release(m, thread, ANYWHERE);
}

/* ---- atomic objects ---- */

static uint32_t read_at(const struct machine *m, uint64_t at, uint64_t bytes)
{
	uint32_t gives = 0;

	for (uint32_t i = 0; i < m->atomic.n; i++) {
		const struct machine_atomic *a = &m->atomic.at[i];
		if (a->at < at + bytes && at < a->at + a->bytes)
			for (uint32_t k = 0; k < a->effect.n; k++)
				gives = larger(gives, a->effect.at[k].gives);
	}
	return gives;
}

static struct machine_atomic *atomic_at(struct machine *m, uint64_t at, uint64_t bytes)
{
	struct machine_atomic *a;

	for (uint32_t i = 0; i < m->atomic.n; i++)
		if (m->atomic.at[i].at == at && m->atomic.at[i].bytes == bytes)
			return &m->atomic.at[i];
	a = vec_add(&m->arena, &m->atomic);
	*a = (struct machine_atomic){ .at = at, .bytes = bytes };
	return a;
}

/* A new side effect: it ends the release sequences of other threads if it is a plain store, and goes on with its own thread's.
 * Of one thread two side effects are one if nothing but read-modify-writes is between them: then their sequences end together. */
static void add_effect(struct machine *m, struct machine_atomic *a, struct machine_effect new)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < a->effect.n; i++) {
		const struct machine_effect *e = &a->effect.at[i];
		if (e->thread == new.thread)
			new.gives = larger(new.gives, e->gives);
		else if (new.modifies)
			a->effect.at[n++] = *e;
	}
	a->effect.n = n;
	*vec_add(&m->arena, &a->effect) = new;
}

void machine_order_atomic(struct machine *m, uint32_t thread, const struct machine_atomic_step *x)
{
	struct machine_thread *t = machine_thread(m, thread);
	struct machine_effect e = { .thread = thread, .modifies = x->reads };
	uint32_t news;

	say(m, (struct machine_news){ .kind = TOLD_ATOMIC, .thread = thread, .at = x->at, .bytes = x->bytes, .order = x->order,
				      .reads = x->reads, .writes = x->writes });
	if (!is_kept(m))
		return;
	if (x->reads) {
		news = read_at(m, x->at, x->bytes);
		t->seen = larger(t->seen, news);
		if (acquires(x->order))
			tell(m, thread, news);
	}
	if (!x->writes)
		return;
	e.gives = releases(x->order) ? known_by(m, thread) : t->fenced;
	add_effect(m, atomic_at(m, x->at, x->bytes), e);
}

/* ---- the two accesses ---- */

void machine_order_watch(struct machine *m, uint32_t thread, const struct machine_look *l)
{
	const struct schedule_place *p = is_kept(m) ? &m->schedule->place.at[0] : NULL;

	if (p && p->thread == thread && p->fn.i == l->fn.i && p->inst == l->inst)
		*vec_add(&m->arena, &m->watched) = (struct machine_watched){ *l };
}

bool machine_order_races(struct machine *m, const struct machine_look *second, uint32_t thread)
{
	uint32_t before = known_by(m, thread);

	for (uint32_t i = 0; i < second->naccesses; i++)
		if (second->access[i].acquires)
			before = larger(before, read_at(m, second->access[i].at, second->access[i].bytes));
	for (uint32_t i = before; i < m->watched.n; i++)
		if (machine_conflict(&m->watched.at[i].look, second))
			return true;
	return false;
}

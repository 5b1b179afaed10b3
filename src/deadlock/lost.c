/* Signals that come between the question and the wait. Who opens the door of a loop that waits, and signals, must have the
 * waiter's lock at one of the two, or take it between them:
 *
 *     waiter: lock(m); while (!ready) wait(c, m);              other: ready = 1; signal(c);
 *
 * Else both may happen while the waiter stands between its question, which was answered with no, and its wait.
 *
 * misses  stores and signals in two functions; signals that are sent again for another reason */
#include "base/limit.h"
#include "code/loop.h"
#include "deadlock/counts.h"

/* May it be the lock that the wait gives back? Not if both say which one they mean, and it is another one. */
static bool may_be_lock(const struct stall *s, const struct event *wait, uint32_t term)
{
	uint32_t n;
	const uint32_t *with = set_get(&s->c->terms, wait->with, &n);

	for (uint32_t i = 0; i < n; i++)
		if (with[i] == term || !term_is_one(s->r, with[i]) || !term_is_one(s->r, term))
			return true;
	return !n;
}

static bool is_held(const struct stall *s, const struct event *wait, uint32_t context, uint32_t inst)
{
	uint32_t n;
	const struct held *lock = contexts_locks(s->c, contexts_may_hold(s->c, context, inst), &n);

	for (uint32_t i = 0; i < n; i++)
		if (may_be_lock(s, wait, lock[i].term))
			return true;
	return false;
}

static bool leads_to(const struct code *code, uint32_t from, uint32_t to)
{
	uint32_t a = code_block(code, from), b = code_block(code, to);

	return (a == b && from < to) || block_leads_to(&code->body, a, b, UINT32_MAX);
}

/* Between the two the context takes such a lock, or calls somebody who may. */
static bool is_taken_between(const struct stall *s, const struct event *wait, uint32_t context, uint32_t from, uint32_t to)
{
	const struct context *x = &s->c->context.at[context];
	const struct code *code = code_get(s->r->shapes, x->fn);

	for (uint32_t i = x->event; i < x->event + x->nevents; i++) {
		const struct event *e = &s->c->event.at[i];
		uint32_t n;
		const uint32_t *term = set_get(&s->c->terms, e->on, &n);
		bool other = n > 0;
		for (uint32_t k = 0; k < n; k++)
			other = other && !may_be_lock(s, wait, term[k]);
		if (event_is(e->row, EVENT_ACQUIRE) && !other && leads_to(code, from, e->inst) && leads_to(code, e->inst, to))
			return true;
	}
	for (uint32_t i = x->edge; i < x->edge + x->nedges; i++)
		if (s->c->edge.at[i].inst != from && s->c->edge.at[i].inst != to && leads_to(code, from, s->c->edge.at[i].inst) &&
		    leads_to(code, s->c->edge.at[i].inst, to))
			return true;
	return false;
}

static bool meet(const struct stall *s, const struct stall_provider *p, const struct stall_wait *w)
{
	uint32_t n, m;
	const uint32_t *thread = threads_of_context(s->t, p->context, &n), *waiter = threads_of_context(s->t, w->context, &m);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m; k++)
			if (threads_apart(s->t, (struct spot){ thread[i], p->context, p->inst },
					  (struct spot){ waiter[k], w->context, w->inst }) == APART_NOT)
				return true;
	return false;
}

/* Is the store, with all signals that come behind it, outside of the lock? */
static bool is_lost(const struct stall *s, const struct stall_wait *w, const struct stall_provider *store)
{
	const struct event *wait = stall_event(s, w->event);
	const struct code *code = code_get(s->r->shapes, s->c->context.at[store->context].fn);
	uint32_t signals = 0;

	if (is_held(s, wait, store->context, store->inst) || !meet(s, store, w))
		return false;
	for (uint32_t i = w->provider; i < w->provider + w->nproviders; i++) {
		const struct stall_provider *p = &s->provider.at[i];
		if (p->context != store->context || !leads_to(code, store->inst, p->inst))
			continue;
		signals++;
		if (is_held(s, wait, p->context, p->inst) || is_taken_between(s, wait, p->context, store->inst, p->inst))
			return false;
	}
	return signals != 0;
}

/* Nobody else opens the door, or signals: what this one has done was all there is. */
static void look_at(struct stall *s, uint32_t at)
{
	struct stall_wait *w = &s->wait.at[at];
	uint32_t stores = 0;

	for (uint32_t d = w->door; d < w->door + w->ndoors; d++)
		for (uint32_t i = s->door.at[d].provider; i < s->door.at[d].provider + s->door.at[d].nproviders; i++, stores++)
			if (!is_lost(s, w, &s->provider.at[i]))
				return;
	if (stores && counts_given(s, w))
		stall_tell(s, &at, 1,
			   "flag and signal may both come between the test and the wait, since the lock is not held for them");
}

void lost_tell(struct stall *s)
{
	for (uint32_t i = 0; i < s->wait.n; i++)
		if (s->wait.at[i].kind == STALL_FLAG && s->wait.at[i].goes && !s->wait.at[i].open && !s->wait.at[i].told)
			look_at(s, i);
}

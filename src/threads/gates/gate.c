/* Gates: b is behind a wait that only T1 ends, and a is in T1 before it does so: then a is over before b.
 *
 *     T1:  a;  sem_post(&s);            T2:  sem_wait(&s);  b;              s starts at 0
 *
 * The object must be one; every post that may be meant for it must be T1's, of which there is one in a run; the count must start
 * at 0. `passed` must hold at b: a wait on every path; `posted` must not at a: no post on any path. Semaphores, and what is
 * waited for without a lock (completions); for conditions, which may wake for nothing, the flag is the gate: flag.c.
 *
 * Of the thread that starts T1 more is known: on some ways it has not started T1 at all. `before` is alive between a start and
 * the wait; where it is not, T1 is not on this side of its post. That holds for many threads, too, if each posts once at most,
 * and there is a wait for each start: as many waits were passed as threads were started, and there were no more posts than
 * threads. */
#include "threads/running.h"

#include "base/recogniser.h"
#include "threads/values/branch.h"
#include "threads/values/origin.h"

bool gate_is_wait(const struct event *e)
{
	return event_is(e->row, EVENT_WAIT) ? !event_says(&e->row->with) :
					      event_is(e->row, EVENT_ACQUIRE) && e->row->flags & MODEL_SEMAPHORE;
}

bool gate_is_post(const struct event *e)
{
	return event_has(e->row, TRAIT_WAKES) || (event_is(e->row, EVENT_RELEASE) && e->row->flags & MODEL_SEMAPHORE);
}

/* Families whose waits are told to look again (conditions, wait queues) wake without being posted. */
static bool family_counts(const struct running *r, uint32_t family)
{
	const struct models *m = r->c->points->models;

	for (uint32_t i = 0; i < m->row.n; i++)
		if (m->row.at[i].family == family && event_says(&m->row.at[i].with))
			return false;
	return true;
}

/* 0 at every init that may be its, and at least one where the family has counts. */
static bool starts_closed(const struct running *r, const struct gate *g, bool semaphore)
{
	bool made = false;

	for (uint32_t i = 1; i < r->c->event.n; i++) {
		const struct event *e = &r->c->event.at[i];
		const struct code *code;
		int64_t count;
		if (!event_is(e->row, EVENT_INIT) || e->row->family != g->family || !may_be(r, e->on, g->term))
			continue;
		if (!event_says(&e->row->count))
			continue;
		code = code_get(r->shapes, context_of(r, e->context)->fn);
		if (!program_constant(r->p, event_value(&code->body, &code->body.inst.at[e->inst], &e->row->count), &count) || count)
			return false;
		made |= set_one_object(r, e->on) == g->term;
	}
	return made || !semaphore;
}

bool gate_is_closed(const struct running *r, const struct gate *g, const struct event *e)
{
	return family_counts(r, g->family) && starts_closed(r, g, event_is(e->row, EVENT_ACQUIRE));
}

/* The classes that post; 0: nobody. */
static uint32_t find_posters(struct running *r, const struct gate *g)
{
	uint32_t posters = 0;

	for (uint32_t i = 1; i < r->c->event.n; i++) {
		const struct event *e = &r->c->event.at[i];
		if (gate_is_post(e) && e->row->family == g->family && may_be(r, e->on, g->term))
			posters = bits_union(&r->bits, posters, r->threads_of[e->context]);
	}
	return posters;
}

static bool is_known(const struct running *r, const struct gate *g)
{
	for (uint32_t i = 0; i < r->gate.n; i++)
		if (r->gate.at[i].term == g->term && r->gate.at[i].family == g->family)
			return true;
	return false;
}

void gate_watch(struct running *r, struct gate *g)
{
	uint32_t owners = 0;

	for (uint32_t k = bits_next(&r->bits, g->posters, 1); k != UINT32_MAX; k = bits_next(&r->bits, g->posters, k + 1)) {
		if (!r->class.at[k].edge.n || r->class.at[k].kind != ROOT_THREAD)
			return;
		owners = bits_union(&r->bits, owners, r->class.at[k].creators);
	}
	if (!recogniser_is_on(RECOGNISER_threads_watch) || !one_instance(r, owners) ||
	    bits_next(&r->bits, owners, bits_next(&r->bits, owners, 1) + 1) != UINT32_MAX ||
	    bits_meet(&r->bits, owners, g->posters))
		return;
	g->owner = bits_next(&r->bits, owners, 1);
	g->before = vectors_slot(&r->vectors, SLOT_SPAWN);
	for (uint32_t k = bits_next(&r->bits, g->posters, 1); k != UINT32_MAX; k = bits_next(&r->bits, g->posters, k + 1))
		for (uint32_t i = 0; i < r->class.at[k].edge.n; i++) {
			const struct edge *e = &r->c->edge.at[r->class.at[k].edge.at[i]];
			effect_add(r, (struct effect){ e->context, e->inst, UINT32_MAX, g->before, SPAWN_START });
			unstarted_failed(r, e, g->before);
		}
}

/* Opens it for more than one. */
static bool has_broadcast(const struct running *r, const struct gate *g)
{
	for (uint32_t i = 1; i < r->c->event.n; i++) {
		const struct event *e = &r->c->event.at[i];
		if (event_is(e->row, EVENT_BROADCAST) && e->row->family == g->family && may_be(r, e->on, g->term))
			return true;
	}
	return false;
}

static void add_gate(struct running *r, struct gate g)
{
	g.many = !one_instance(r, g.posters);
	gate_watch(r, &g);
	g.first = g.many;
	if (g.many && has_broadcast(r, &g))
		g.before = g.owner = 0;
	g.passed = vectors_slot(&r->vectors, SLOT_MUST);
	g.posted = vectors_slot(&r->vectors, SLOT_MAY);
	*vec_add(r->arena, &r->gate) = g;
	for (uint32_t i = 1; i < r->c->event.n; i++) {
		const struct event *e = &r->c->event.at[i];
		if (e->row->family != g.family)
			continue;
		if (gate_is_wait(e) && set_one_object(r, e->on) == g.term) {
			effect_on_success(r, e, g.passed, 1);
			if (g.before)
				effect_on_success(r, e, g.before, g.many ? SPAWN_END : SPAWN_END_ALL);
		}
		if (gate_is_post(e) && may_be(r, e->on, g.term))
			effect_add(r, (struct effect){ e->context, e->inst, UINT32_MAX, g.posted, 1 });
	}
}

void gates_make(struct running *r)
{
	for (uint32_t i = 1; i < r->c->event.n && !limit_full(LIMIT_threads_gates, r->gate.n); i++) {
		const struct event *e = &r->c->event.at[i];
		struct gate g = { .family = e->row->family };
		if (!gate_is_wait(e) || !bits_meet(&r->bits, r->threads_of[e->context], r->ordered))
			continue;
		g.term = set_one_object(r, e->on);
		if (!g.term || is_known(r, &g) || !gate_is_closed(r, &g, e))
			continue;
		g.posters = find_posters(r, &g);
		if (RECOGNISED(threads_gate, g.posters))
			add_gate(r, g);
	}
}

/* May a thread have posted before this post? */
static bool posts_again(struct running *r, const struct gate *g, const struct effect *e)
{
	for (uint32_t k = bits_next(&r->bits, g->posters, 1); k != UINT32_MAX; k = bits_next(&r->bits, g->posters, k + 1)) {
		uint32_t v;
		if (!bits_has(&r->bits, r->threads_of[e->context], k))
			continue;
		v = vector_compose(&r->vectors, entry_vector(&r->now, &r->class.at[k], k, e->context),
				   passage_before(&r->now, e->context, e->at));
		if (v != VECTOR_BOTTOM && vector_value(&r->vectors, v, g->posted))
			return true;
	}
	return false;
}

void gates_settle(struct running *r)
{
	struct map gate_of = { 0 }; /* by slot, + 1 */

	for (uint32_t k = 0; k < r->gate.n; k++)
		if (r->gate.at[k].many || r->gate.at[k].all)
			map_put(r->arena, &gate_of, r->gate.at[k].posted, k + 1);
	for (uint32_t i = 0; i < r->now.effect.n; i++) {
		const struct effect *e = &r->now.effect.at[i];
		uint32_t k = map_get(&gate_of, e->slot);
		if (k && posts_again(r, &r->gate.at[k - 1], e))
			r->gate.at[k - 1].posters = 0;
	}
}

/* What holds whenever a thread ends (waits passed, other threads waited for) holds behind a join of that thread:
 *
 *     writer:  join(reader);  write_output();            main:  join(writer);  report();      reader is over here, too
 *
 * What holds whenever a gate is opened (other gates passed) holds behind a wait at it:
 *
 *     clerk:  wait(order);  post(parcel);                driver:  wait(parcel);  leave();     somebody has ordered here, too
 *
 * Such effects make more of them, so all is walked again until there are no new ones, at most threads-ends times; each round is
 * right by itself. */
#include "threads/running.h"

#include "base/recogniser.h"

/* The meet of all ways on which a thread of this class ends. */
static uint32_t end_of(struct running *r, uint32_t thread)
{
	const struct class *c = &r->class.at[thread];
	uint32_t end = VECTOR_BOTTOM;

	for (uint32_t i = 0; i < c->start.n; i++) {
		uint32_t context = c->start.at[i], v = entry_vector(&r->now, c, thread, context);
		if (r->now.passage[context].relevant)
			v = vector_compose(&r->vectors, v, r->now.passage[context].summary);
		end = vector_meet(&r->vectors, end, v);
	}
	for (uint32_t i = 0; i < r->ends.n; i++) {
		const struct event *e = &r->c->event.at[r->ends.at[i]];
		uint32_t v;
		if (!event_is(e->row, EVENT_EXIT_THREAD) || !bits_has(&r->bits, r->threads_of[e->context], thread))
			continue;
		v = vector_compose(&r->vectors, entry_vector(&r->now, c, thread, e->context),
				   passage_before(&r->now, e->context, e->inst));
		end = vector_meet(&r->vectors, end, v);
	}
	return end;
}

/* Of all classes that the slot starts. */
static uint32_t slot_end(struct running *r, uint32_t slot)
{
	uint32_t end = VECTOR_BOTTOM, n;
	const uint32_t *at = slot_children(r, slot, &n);

	for (uint32_t i = 0; i < n; i++) {
		const struct child *c = &r->child.at[at[i]];
		end = vector_meet(&r->vectors, end, r->class.at[c->child].flows ? end_of(r, c->child) : 0);
	}
	return end == VECTOR_BOTTOM ? 0 : end;
}

static bool hand_on(struct running *r, const struct joined *j, uint32_t end)
{
	const struct event *e = &r->c->event.at[j->event];
	uint32_t at = passage_before(&r->now, e->context, e->inst + 1), n, before = r->now.effect.n;

	if (at == VECTOR_BOTTOM)
		return false;
	for (uint32_t i = 0; vector_items(&r->vectors, end, &n) && i < n; i++) {
		struct item item = vector_items(&r->vectors, end, &n)[i];
		uint8_t kind = r->vectors.kind.at[item.slot];
		if (kind == SLOT_MUST && !vector_value(&r->vectors, at, item.slot))
			effect_on_success(r, e, item.slot, 1);
		if (kind == SLOT_SPAWN && item.value & SPAWN_DEAD && !(vector_value(&r->vectors, at, item.slot) & SPAWN_DEAD))
			effect_on_success(r, e, item.slot, SPAWN_SAME | SPAWN_DEAD);
	}
	return r->now.effect.n > before;
}

/* ---- gates ---- */

/* The meet of all places that open it. */
static uint32_t opened_with(struct running *r, const struct gate *g)
{
	uint32_t all = VECTOR_BOTTOM;

	for (uint32_t i = 0; i < r->now.effect.n && all; i++) {
		const struct effect *e = &r->now.effect.at[i];
		uint32_t set = e->slot == g->posted ? r->threads_of[e->context] : 0;
		for (uint32_t m = 0; set && m < r->nmembers[set]; m++) {
			uint32_t class = r->members[set][m], v = 0;
			if (!r->class.at[class].free)
				v = vector_compose(&r->vectors, entry_vector(&r->now, &r->class.at[class], class, e->context),
						   passage_before(&r->now, e->context, e->at));
			all = vector_meet(&r->vectors, all, v);
		}
	}
	return all == VECTOR_BOTTOM ? 0 : all;
}

/* Wherever one comes to have passed it, one comes to have passed the other, too. */
static void pass_as_well(struct running *r, const struct gate *g, uint32_t slot)
{
	uint32_t n = r->now.effect.n;

	for (uint32_t i = 0; i < n; i++) {
		struct effect e = r->now.effect.at[i];
		if (e.slot != g->passed || e.value != 1)
			continue;
		e.slot = slot;
		effect_add(r, e);
	}
}

/* Once it has happened it has happened for everybody who comes behind: a gate was opened, a once is over. */
static bool is_for_good(const struct running *r, uint32_t slot)
{
	for (uint32_t k = 0; k < r->gate.n; k++)
		if (r->gate.at[k].passed == slot)
			return true;
	for (uint32_t k = 0; k < r->once.n; k++)
		if (r->once.at[k].passed == slot)
			return true;
	return false;
}

static bool gates_hand_on(struct running *r)
{
	bool added = false;

	for (uint32_t k = 0; k < r->gate.n; k++) {
		const struct gate *g = &r->gate.at[k];
		uint32_t with = g->passed ? opened_with(r, g) : 0, n;
		for (uint32_t i = 0; vector_items(&r->vectors, with, &n) && i < n; i++) {
			struct item item = vector_items(&r->vectors, with, &n)[i];
			uint64_t pair = map_pair(g->passed, item.slot);
			if (!is_for_good(r, item.slot) || item.slot == g->passed || map_get(&r->handed_on, pair))
				continue;
			map_put(r->arena, &r->handed_on, pair, 1);
			pass_as_well(r, g, item.slot);
			added = true;
		}
	}
	return added;
}

bool ends_make(struct running *r)
{
	bool added = false;

	if (r->rounds++ == limit(LIMIT_threads_ends)) {
		limit_in(0);
		limit_met(LIMIT_threads_ends);
		return false;
	}
	added = recogniser_is_on(RECOGNISER_threads_opened) && gates_hand_on(r);
	if (running_has_cancel(r))
		return added;
	for (uint32_t i = 0; i < r->joined.n; i++) {
		const struct joined *j = &r->joined.at[i];
		uint32_t end = j->one ? slot_end(r, j->slot) : 0;
		if (recogniser_is_on(RECOGNISER_threads_ends) && end && RECOGNISED(threads_ends, hand_on(r, j, end)))
			added = true;
	}
	return added;
}

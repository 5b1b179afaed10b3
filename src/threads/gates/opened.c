/* The first time that a gate is opened: several threads may open it, as often as they like, and what one of them has done before
 * anybody has is over for whoever has passed.
 *
 *     main:    start(worker);  a;  put(job);  start(other)             other:  put(job)
 *     worker:  lock;  while (!head) wait;  take;  unlock;  b           a comes before b
 *
 * Who has passed has seen that somebody opened it. The first to do so had not passed himself: what is only done behind the gate,
 * as the worker's store of what is left in the list, opens nothing that was not open. So the openers are the threads that may
 * open it without having passed; and at a place of a thread of which there is one, that has not opened it, and where of the other
 * openers, which are all led to by that thread, none was ever started, all openings are still to come. They come behind it,
 * and each is ordered before what follows it: by the lock, or by acquire and release, from one who passes to the next.
 *
 * misses  openers that other threads lead to as well, or that were started and have not opened it yet */
#include "threads/running.h"

/* Is there a way to the place on which the class has not passed? Of what has no order that is not known. */
static bool is_in_front(struct running *r, const struct gate *g, uint32_t class, const struct effect *e)
{
	const struct class *c = &r->class.at[class];
	uint32_t v;

	if (c->free || !c->flows)
		return true;
	if (vector_value(&r->vectors, c->inherit, g->passed))
		return false;
	v = vector_compose(&r->vectors, entry_vector(&r->now, c, class, e->context), passage_before(&r->now, e->context, e->at));
	return v != VECTOR_BOTTOM && !vector_value(&r->vectors, v, g->passed);
}

/* Is every one of the classes started by this one, or by those that only this one leads to? */
static bool leads_to_all(struct running *r, uint32_t class, uint32_t set)
{
	for (uint32_t k = bits_next(&r->bits, set, 1); k != UINT32_MAX; k = bits_next(&r->bits, set, 1)) {
		const struct class *c = &r->class.at[k];
		set = bits_minus(&r->bits, set, bits_one(&r->bits, k));
		if (k == class)
			continue;
		/* creators have lower numbers: so this ends */
		if (c->free || c->startup || c->exits || !c->creators || bits_next(&r->bits, c->creators, k) != UINT32_MAX)
			return false;
		set = bits_union(&r->bits, set, c->creators);
	}
	return true;
}

static void find_openers(struct running *r, struct gate *g)
{
	uint32_t openers = 0;

	for (uint32_t i = 0; i < r->now.effect.n; i++) {
		const struct effect *e = &r->now.effect.at[i];
		uint32_t set = e->slot == g->posted ? r->threads_of[e->context] : 0;
		for (uint32_t m = 0; set && m < r->nmembers[set]; m++)
			if (!bits_has(&r->bits, openers, r->members[set][m]) && is_in_front(r, g, r->members[set][m], e))
				openers = bits_with(&r->bits, openers, r->members[set][m]);
	}
	g->openers = openers;
	g->makers = 0;
	for (uint32_t k = 1; openers && k < r->class.n; k++)
		if (one_instance(r, bits_one(&r->bits, k)) && r->class.at[k].flows && leads_to_all(r, k, openers))
			g->makers = bits_with(&r->bits, g->makers, k);
}

void openers_find(struct running *r)
{
	for (uint32_t k = 0; k < r->gate.n; k++)
		if (r->gate.at[k].first)
			find_openers(r, &r->gate.at[k]);
}

bool gate_is_unopened(const struct running *r, const struct gate *g, uint32_t thread, uint32_t vector)
{
	const struct class *c = &r->class.at[thread];

	if (!bits_has(&r->bits, g->makers, thread) || vector_value(&r->vectors, vector, g->posted))
		return false;
	for (uint32_t i = c->child; i < c->child + c->nchildren; i++) {
		const struct child *x = &r->child.at[i];
		bool opens = bits_has(&r->bits, g->openers, x->child) || bits_meet(&r->bits, g->openers, r->class.at[x->child].below);
		if (opens && (!x->slot || vector_value(&r->vectors, vector, x->slot) & SPAWN_EVER))
			return false;
	}
	return true;
}

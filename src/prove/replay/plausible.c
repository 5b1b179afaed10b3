/* plausible: does a harness let threads begin at once that never do? It is seen by what they do next (kiss, section 6, refines
 * its harness by hand where the operating system never calls two routines at once).
 *
 * From the state that was to be shown the threads go on, one after the other, in both orders. They cannot have begun so if
 *
 *     one releases a lock that it never took                       it was entered with it
 *     one makes or destroys a lock that another one uses           it has the object for itself: before, or after, the others
 *     two make the same lock                                       each has an object of its own
 *     the race is on the lock itself, overwritten as plain memory  the same, by an assignment
 *     one frees an argument that another one goes on with          it was the last owner
 *
 * misses  owners that are told apart by numbers alone (counts, states), and orders that stand in nothing but a manual */
#include "prove/machine/parts.h"
#include "prove/replay/replay.h"

enum { SOME_STEPS = 100000 };

/* The threads of the harness: those that they start are ordered by that. */
static uint64_t root_threads(const struct schedule *s)
{
	return s->root.n < 64 ? ((uint64_t)1 << s->root.n) - 1 : UINT64_MAX;
}

static void go_on(struct machine *m, uint32_t thread, uint64_t *steps)
{
	struct machine_look l;

	for (; *steps < SOME_STEPS && m->state == MACHINE_RUNS; ++*steps) {
		machine_look(m, thread, &l);
		if (l.next != NEXT_RUNS || l.waits)
			return;
		machine_step(m, thread);
	}
}

static const char *wrong_lock(const struct machine *m, const struct schedule *s)
{
	for (uint32_t i = 0; i < m->sync.n; i++) {
		uint64_t others = m->sync.at[i].users & root_threads(s) & ~m->sync.at[i].makers;
		if (m->sync.at[i].makers & root_threads(s) && others)
			return "one makes or destroys a lock that another one uses";
	}
	return NULL;
}

/* What the two are about to write as plain memory holds a lock. */
static const char *overwrites_lock(const struct machine *m, const struct machine_look *l)
{
	for (uint32_t i = 0; i < l->naccesses; i++) {
		const struct machine_access *x = &l->access[i];
		for (uint32_t k = 0; x->write && !x->frees && k < m->sync.n; k++)
			if (m->sync.at[k].at - x->at < x->bytes)
				return "what is written is a lock that is made";
	}
	return NULL;
}

static const char *wrong_in_order(const struct machine *from, const struct schedule *s, bool reverse)
{
	struct machine m;
	struct machine_look at_goal[2] = { 0 };
	const char *why = NULL;
	uint64_t steps = 0;

	machine_copy(&m, from);
	for (uint32_t i = 0; i < 2 && i < s->place.n && s->goal == GOAL_RACE; i++)
		if (!(s->apart && i == 0))
			machine_look(&m, s->place.at[i].thread, &at_goal[i]);
	for (uint32_t i = 0; i < from->thread.n; i++) {
		uint32_t thread = reverse ? from->thread.n - 1 - i : i;
		if (!machine_forbids(&m, thread))
			go_on(&m, thread, &steps);
	}
	if (m.misused)
		why = m.why;
	for (uint32_t i = 0; i < 2 && !why; i++)
		why = overwrites_lock(&m, &at_goal[i]);
	if (!why)
		why = wrong_lock(&m, s);
	why = why ? arena_string(from->image->arena, why) : NULL;
	machine_release(&m);
	return why;
}

const char *plausible_refuses(const struct machine *m, const struct schedule *s)
{
	const char *why = wrong_in_order(m, s, false);

	return why ? why : wrong_in_order(m, s, true);
}

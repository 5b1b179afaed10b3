/* Who waits for a lock exclusively, of those that have readers, too: where readers are fair to writers, a writer in between makes
 * one reader wait for another.
 *
 * misses  no place more than MOST_PLACES of one lock is kept: one more stands for all the others, which may be anywhere */
#include "lockset/walk/engine.h"

#include <xxhash.h>

enum { MOST_PLACES = 8 };

/* What is held in both, and shared if it is in one. */
static uint32_t held_in_both(struct engine *e, uint32_t a, uint32_t b)
{
	struct now x, y, out = { 0 };

	now_load(e, &x, a, 0);
	now_load(e, &y, b, 0);
	for (uint32_t i = 0; i < x.n; i++) {
		const struct held *other = now_find(&y, x.held[i].term);
		struct held h = x.held[i];
		if (!other)
			continue;
		h.flags |= other->flags;
		now_add(&out, h);
	}
	return now_lockset(e, &out);
}

void write_note(struct engine *e, const struct outline_event *ev, uint32_t context, const struct now *now)
{
	struct lockset *l = e->out;
	uint32_t name = name_ground(&l->names, ev->name), held, *known, *places;

	if (!name)
		return;
	known = map_at(&e->scratch, &e->write_of, XXH3_64bits((uint32_t[3]){ name, ev->fn.i, ev->at }, 3 * sizeof name));
	held = set_ground(e, now_lockset(e, now), 0);
	if (*known) {
		l->write.at[*known - 1].held = held_in_both(e, l->write.at[*known - 1].held, held);
		return;
	}
	places = map_at(&e->scratch, &e->written, name);
	if (*places > MOST_PLACES)
		return;
	*vec_add(l->arena, &l->write) = ++*places > MOST_PLACES ? (struct lockset_write){ .name = name, .context = context }
								 : (struct lockset_write){ name, context, ev->fn, ev->at, held };
	if (*places <= MOST_PLACES)
		*known = l->write.n;
}

/* A variable that other units cannot name. */
static bool is_own(const struct lockset *l, uint32_t name)
{
	struct term x = term_root_of(&l->names.terms, name);

	return x.kind == TERM_STACK ||
	       (x.kind == TERM_SYM && program_sym(l->points->p, (struct sym_id){ x.a })->linkage == LINK_STATIC);
}

bool lockset_is_written(const struct lockset *l, uint32_t name, uint32_t context)
{
	const struct lockset_root *root = lockset_root_above(l, context);

	for (uint32_t i = 0; i < l->write.n; i++)
		if (name_may_alias((struct names *)(uintptr_t)&l->names, name, l->write.at[i].name))
			return true;
	return root && root->outside && !is_own(l, name);
}

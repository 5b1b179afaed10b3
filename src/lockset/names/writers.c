/* Who waits for a lock exclusively, of those that have readers, too: where readers are fair to writers, a writer in between makes
 * one reader wait for another.
 *
 * misses  no place more than MOST_PLACES of one lock is kept: they are asked only whether there is one */
#include "lockset/walk/engine.h"

#include <xxhash.h>

enum { MOST_PLACES = 8 };

void write_note(struct engine *e, const struct outline_event *ev, uint32_t context)
{
	struct lockset *l = e->out;
	uint32_t name = name_ground(&l->names, ev->name), *known;

	if (!name || map_get(&e->written, name) == MOST_PLACES)
		return;
	known = map_at(&e->scratch, &e->write_of, XXH3_64bits((uint32_t[3]){ name, ev->fn.i, ev->at }, 3 * sizeof name));
	if (*known)
		return;
	*known = 1;
	++*map_at(&e->scratch, &e->written, name);
	*vec_add(l->arena, &l->write) = (struct lockset_write){ name, context, ev->fn, ev->at };
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

/* Functions of a library that come before others, or after them, since the others could not do without what they make
 * (threads/first). A maker that holds a lock there has others in mind: then it is none. A belief, and no proof. */
#include "race/build.h"

#include "base/recogniser.h"

/* The contexts of the walk to the place. */
static struct first_place place_from(struct races *r, struct place_of_use p)
{
	const struct leaf *l = leaf_get(r, p.use, p.leaf);
	struct first_place at = { .spot = { r->use.at[p.use].thread, leaf_context(r, p.use, p.leaf), l->inst } };

	for (uint32_t node = l->node; node; node = leaf_node(r, p.use, node)->parent) {
		at.top = leaf_node(r, p.use, node)->context;
		if (at.nways < FIRST_WAYS)
			at.way[at.nways++] = at.top;
	}
	return at;
}

static bool holds_nothing(const struct races *r, const struct use *u)
{
	uint32_t n;

	(void)use_locks(r, u, &n);
	return !n;
}

struct verdict prune_first(struct races *r, struct place_of_use a, struct place_of_use b)
{
	struct verdict v = { .prune = PRUNE_NOT };

	if (!r->threads->firsts)
		return v;
	if (holds_nothing(r, &r->use.at[a.use]))
		v.detail = (uint8_t)threads_come_first(r->threads, place_from(r, a), place_from(r, b), &v.lock);
	if (!v.detail && holds_nothing(r, &r->use.at[b.use]))
		v.detail = (uint8_t)threads_come_first(r->threads, place_from(r, b), place_from(r, a), &v.lock);
	if (v.detail) {
		v.prune = PRUNE_FIRST;
		recogniser_count(RECOGNISER_threads_first);
	}
	return v;
}

const char *first_words(struct arena *a, const struct races *r, const struct verdict *v)
{
	struct sym_id fn;
	const char *thing = threads_thing(r->threads, v->lock, &fn), *maker = program_str(r->p, program_sym(r->p, fn)->source);

	switch (v->detail) {
	case FIRST_ONCE:
		return arena_format(a, "assumed: it creates or destroys %s without checking, so it is called once", thing);
	case FIRST_AFTER:
		return arena_format(a, "assumed to come after: it destroys %s, which %s creates and the other uses without "
		                       "checking", thing,
				    maker);
	default:
		return arena_format(a, "assumed to come before: %s creates %s, which the other uses without checking", maker, thing);
	}
}

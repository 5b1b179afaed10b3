/* Functions that call each other, or themselves: the smallest solution (racerx breaks the recursion where it meets it).
 *
 * A call of a context that is running gets the exits that are known by now, at first none. Whoever has asked so, and whoever has
 * asked one that has, is noted. When the first one of such a group, which all others were called from, has been walked to its
 * end, those calls are walked again whose callee has got other exits since, until there are none:
 *
 *     put(n): if (n->up) put(n->up); else unlock(m)          first walk: the call gives nothing; else: {m} => {}
 *                                                            second walk: the call gives {m} => {}
 *
 * Nodes of a context are never renumbered: what is walked again only adds some. */
#include "lockset/walk/engine.h"

#include "base/stat.h"
#include "base/store/hash.h"

bool recursion_runs(const struct engine *e, uint32_t context)
{
	for (uint32_t i = e->frame.n; e->running[e->out->context.at[context].fn.i] && i-- > 0;)
		if (e->frame.at[i].context == context)
			return true;
	return false;
}

bool recursion_hangs(const struct engine *e, uint32_t context)
{
	return map_get(&e->versions, context) != 0;
}

void recursion_changed(struct engine *e, uint32_t context)
{
	uint32_t *version = map_at(&e->scratch, &e->versions, context);

	*version += 1;
}

static uint64_t key_of(uint32_t caller, uint32_t node, uint32_t callee)
{
	uint32_t key[3] = { caller, node, callee };

	return hash_much(key, sizeof key, 0);
}

void recursion_note(struct engine *e, uint32_t caller, uint32_t node, uint32_t callee)
{
	uint32_t *at = map_at(&e->scratch, &e->pending_of, key_of(caller, node, callee));

	if (!map_get(&e->versions, callee))
		recursion_changed(e, callee);
	if (!map_get(&e->versions, caller))
		recursion_changed(e, caller);
	if (!*at || *at > e->pending.n || e->pending.at[*at - 1].caller != caller || e->pending.at[*at - 1].node != node ||
	    e->pending.at[*at - 1].callee != callee) {
		*vec_add(&e->scratch, &e->pending) = (struct open_call){ caller, node, callee, 0 };
		*at = e->pending.n;
	}
	e->pending.at[*at - 1].version = map_get(&e->versions, callee);
}

/* Does one of the calls since hang on a frame below this one? */
static bool is_first(const struct engine *e, const struct lockset_frame *f)
{
	for (uint32_t i = f->pending; i < e->pending.n; i++)
		for (uint32_t k = 0; k + 1 < e->frame.n; k++)
			if (e->frame.at[k].context == e->pending.at[i].callee)
				return false;
	return true;
}

/* All of the group is known: nothing of it hangs on anybody any more. */
static void settle(struct engine *e, struct lockset_frame *f)
{
	for (uint32_t i = f->pending; i < e->pending.n; i++) {
		*map_at(&e->scratch, &e->versions, e->pending.at[i].caller) = 0;
		*map_at(&e->scratch, &e->versions, e->pending.at[i].callee) = 0;
	}
	e->pending.n = f->pending;
}

bool recursion_goes_on(struct engine *e)
{
	struct lockset_frame *f = engine_top(e);

	if (f->reopened || f->pending == e->pending.n || !is_first(e, f))
		return false;
	engine_publish(e, f);
	for (uint32_t i = f->pending; i < e->pending.n; i++) {
		struct open_call *p = &e->pending.at[i];
		uint32_t version = map_get(&e->versions, p->callee);
		if (p->version == version)
			continue;
		if (limit_full(LIMIT_lockset_again, f->rounds++)) {
			gap(cut);
			break;
		}
		p->version = version;
		if (p->caller == f->context)
			f->again = p->node + 1;
		else {
			uint32_t node = p->node;
			engine_reopen(e, p->caller);
			engine_top(e)->again = node + 1;
		}
		return true;
	}
	settle(e, f);
	return false;
}

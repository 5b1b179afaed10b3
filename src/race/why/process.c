/* The child of a fork has memory of its own, and of the threads only the one that has forked (threads/process.h).
 *
 * Two places, of which one surely is in a child that the other one never is in, meet in no memory, unless a row says that
 * processes may share it. What all threads do in one child that none of them was started in, each does in a child of its own. Two
 * handlers of one fork that run in the child, and what it does next, come in order.
 *
 * misses  what the child does in memory that it shares with its parent: it counts as done by the thread that has forked */
#include "race/build.h"

#include "code/event.h"
#include "threads/process.h"

/* By the way that the walk went. */
static uint64_t children_at(struct races *r, struct place_of_use p, bool surely)
{
	const struct processes *x = r->processes;
	const struct leaf *l = leaf_get(r, p.use, p.leaf);
	uint32_t inst = l->inst, node = l->node;
	uint64_t in = 0;

	for (;;) {
		const struct visit *v = leaf_node(r, p.use, node);
		in |= processes_here(x, r->contexts->context.at[v->context].fn, inst, surely);
		if (!v->parent || surely)
			in |= surely ? x->surely[v->context] : x->may[v->context];
		if (!v->parent)
			return in;
		inst = v->inst;
		node = v->parent;
	}
}

static bool is_shared(struct races *r, const struct object *o)
{
	const struct body *b = code_of(r, o->fn);

	for (const struct model_row *row = points_rows_at(r->points, b, &b->inst.at[o->inst]); row; row = row->next)
		if (event_is(row, EVENT_ALLOC) && event_shares(row))
			return true;
	return false;
}

/* Are all objects that it may be in the process's own? */
static bool is_own_memory(struct races *r, const struct use *u)
{
	for (uint32_t i = 0; i < u->ncells; i++) {
		uint32_t n;
		const uint32_t *object = points_objects(r->points, r->cell.at[u->cell + i].class, &n);
		for (uint32_t k = 0; k < n; k++) {
			const struct object *o = &r->points->object.at[object[k]];
			if (o->kind == OBJECT_OUTSIDE || o->kind == OBJECT_NAMED || (o->kind == OBJECT_HEAP && is_shared(r, o)))
				return false;
		}
	}
	return true;
}

/* The children that the thread was started in, wherever it begins. */
static uint64_t started_in(const struct races *r, uint32_t thread)
{
	uint32_t n;
	const uint32_t *start = threads_starts(r->threads, thread, &n);
	uint64_t in = n ? UINT64_MAX : 0;

	for (uint32_t i = 0; i < n; i++)
		in &= r->processes->may[start[i]];
	return in;
}

bool places_are_in_processes(struct races *r, struct place_of_use a, struct place_of_use b)
{
	const struct use *u = &r->use.at[a.use], *v = &r->use.at[b.use];
	uint64_t x, y;

	if (!r->processes || !is_own_memory(r, u) || !is_own_memory(r, v))
		return false;
	x = children_at(r, a, true);
	y = children_at(r, b, true);
	if (x & ~children_at(r, b, false) || y & ~children_at(r, a, false))
		return true;
	return x & y & (IN_HANDLER | (~started_in(r, u->thread) & ~started_in(r, v->thread)));
}

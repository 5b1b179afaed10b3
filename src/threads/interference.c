/* Whose stores a thread may find in memory beyond those that its facts tell of: facts go from a thread to those that it starts,
 * along with the start. So stores of a thread above the reader count only if the reader may be running then: what came before the
 * start is in the facts, what comes behind the join is too late. Its own are in its facts. All others count. */
#include "threads/running.h"

static bool may_find(const struct running *r, uint32_t reader, struct spot s)
{
	const struct class *writer = &r->class.at[s.thread];
	const struct place_facts *f;

	if (s.thread == reader)
		return r->t->thread.at[reader].self || r->t->thread.at[reader].multiplicity == THREAD_MANY;
	if (writer->free || r->t->thread.at[s.thread].multiplicity != THREAD_ONE || !bits_has(&r->bits, writer->below, reader) ||
	    bits_has(&r->bits, writer->par, reader))
		return true;
	f = running_at(r, s);
	return f && bits_has(&r->bits, f->running, reader);
}

static bool may_store(void *with, struct sym_id reader, struct fn_id writer, uint32_t inst)
{
	const struct running *r = with;

	if (!reader.i || !r->fn_threads[writer.i])
		return true;
	for (uint32_t k = 1; k < r->class.n; k++) {
		if (r->c->root.at[r->t->thread.at[k].root].fn.i != reader.i && !r->class.at[k].startup &&
		    r->class.at[k].kind != ROOT_EXPORT)
			continue;
		for (uint32_t i = r->c->first_by_fn[writer.i]; i < r->c->first_by_fn[writer.i + 1]; i++) {
			uint32_t context = r->c->by_fn[i], set = r->threads_of[context];
			for (uint32_t m = 0; m < r->nmembers[set]; m++)
				if (may_find(r, k, (struct spot){ r->members[set][m], context, inst }))
					return true;
		}
	}
	return false;
}

struct interference threads_interference(const struct threads *t)
{
	return (struct interference){ t->running, may_store };
}

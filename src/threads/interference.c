/* Whose stores a thread may find in memory beyond those that its facts tell of: facts go from a thread to those that it starts,
 * along with the start. So stores of a thread above the reader count only if the reader may be running then: what came before the
 * start is in the facts, what comes behind the join is too late. Its own are in its facts. Of a thread that is never there
 * together with the reader, or of an earlier one of the kind, the reader finds what is there when it begins, until it stores
 * something itself. Of those that it has started itself, and that do not run while it is in a function, it finds what is there
 * when it gets into that function. All others count at any time. */
#include "threads/running.h"

/* `during`: a set, those below the reader that count; UINT32_MAX: all. */
static enum finds finds_during(const struct running *r, uint32_t reader, uint32_t during, struct spot s)
{
	const struct class *writer = &r->class.at[s.thread], *to = &r->class.at[reader];
	const struct thread *t = &r->t->thread.at[s.thread];
	const struct place_facts *f;

	if (s.thread == reader && !t->self)
		return t->multiplicity == THREAD_MANY ? FINDS_AT_START : FINDS_NEVER;
	if (s.thread == reader || writer->free || to->free || bits_has(&r->bits, writer->par, reader))
		return FINDS_ANY_TIME;
	if (bits_has(&r->bits, to->below, s.thread)) {
		bool runs =
			during == UINT32_MAX || bits_has(&r->bits, during, s.thread) || bits_has(&r->bits, writer->below, reader);
		return runs ? FINDS_ANY_TIME : FINDS_AT_START;
	}
	if (!bits_has(&r->bits, writer->below, reader)) /* neither is above the other, and they never meet */
		return FINDS_AT_START;
	f = running_at(r, s);
	if (f && bits_has(&r->bits, f->running, reader))
		return FINDS_ANY_TIME;
	return t->multiplicity == THREAD_ONE ? FINDS_NEVER : FINDS_AT_START;
}

enum finds running_finds(const struct running *r, uint32_t reader, struct spot s)
{
	return finds_during(r, reader, UINT32_MAX, s);
}

/* May a thread of the class be the reader? What a thread is given to run is known in both rounds, or in one of them only. */
static bool may_be_reader(const struct running *r, uint32_t class, struct reader reader)
{
	const struct root *root = &r->c->root.at[r->t->thread.at[class].root];
	uint32_t n;
	const uint32_t *term;

	if (root->fn.i != reader.fn.i)
		return r->class.at[class].startup || r->class.at[class].kind == ROOT_EXPORT;
	if (!reader.runs || !root->runs || reader.runs == root->runs)
		return true;
	term = set_get(&r->c->terms, reader.runs, &n);
	for (uint32_t i = 0; i < n; i++)
		if (may_be(r, root->runs, term[i]))
			return true;
	return false;
}

static enum finds finds(void *with, struct reader reader, uint32_t during, struct fn_id writer, uint32_t inst)
{
	const struct running *r = with;
	enum finds most = FINDS_NEVER;

	if (!reader.fn.i || !r->fn_threads[writer.i])
		return FINDS_ANY_TIME;
	for (uint32_t k = 1; k < r->class.n && most != FINDS_ANY_TIME; k++) {
		if (!may_be_reader(r, k, reader))
			continue;
		for (uint32_t i = r->c->first_by_fn[writer.i]; i < r->c->first_by_fn[writer.i + 1]; i++) {
			uint32_t context = r->c->by_fn[i], set = r->threads_of[context];
			for (uint32_t m = 0; m < r->nmembers[set]; m++) {
				enum finds when = finds_during(r, k, during, (struct spot){ r->members[set][m], context, inst });
				most = when > most ? when : most;
			}
		}
	}
	return most;
}

/* ---- while a thread is in a function ---- */

static void add_to_callers(struct running *r, uint32_t entry, uint32_t *work, uint32_t *n, bool *queued)
{
	const struct entry *at = &r->now.entry.at[entry];

	for (uint32_t k = r->first_caller[at->context]; k < r->first_caller[at->context + 1]; k++) {
		uint32_t up = map_get(&r->now.entry_at, map_pair(at->thread, r->c->edge.at[r->caller[k]].context)), both;
		if (!up)
			continue;
		both = bits_union(&r->bits, r->during[up], r->during[entry]);
		if (both == r->during[up])
			continue;
		r->during[up] = both;
		if (!queued[up])
			work[(*n)++] = up;
		queued[up] = true;
	}
}

/* Who may run at some place of a context or of what it calls: from callees to callers, until nothing more comes. */
static void find_during(struct running *r)
{
	uint32_t n = r->now.entry.n, *work = arena_array(r->arena, n + 1, sizeof *work), nwork = 0;
	bool *queued = arena_array(r->arena, n + 1, sizeof *queued);

	r->during = arena_array(r->arena, n + 1, sizeof *r->during);
	for (uint32_t i = 1; i < n; i++) {
		const struct entry *e = &r->now.entry.at[i];
		uint32_t rows = r->now.passage[e->context].nrows;
		for (uint32_t k = 0; k < (rows ? rows : 1); k++)
			r->during[i] = bits_union(&r->bits, r->during[i], r->place.at[e->place + k].running);
		/* nothing happens in it: the place of the call tells as much, and nothing of other calls */
		if (!r->now.passage[e->context].relevant)
			continue;
		work[nwork++] = i;
		queued[i] = true;
	}
	while (nwork) {
		uint32_t at = work[--nwork];
		queued[at] = false;
		add_to_callers(r, at, work, &nwork, queued);
	}
}

static uint32_t during(void *with, struct reader reader, struct fn_id fn)
{
	struct running *r = with;
	uint32_t set = 0;
	bool any = false;

	for (uint32_t k = 1; k < r->class.n; k++)
		for (uint32_t i = r->c->first_by_fn[fn.i]; may_be_reader(r, k, reader) && i < r->c->first_by_fn[fn.i + 1]; i++) {
			uint32_t entry = map_get(&r->now.entry_at, map_pair(k, r->c->by_fn[i]));
			if (!entry && !bits_has(&r->bits, r->threads_of[r->c->by_fn[i]], k))
				continue;
			if (!entry || r->class.at[k].free)
				return UINT32_MAX;
			set = bits_union(&r->bits, set, r->during[entry]);
			any = true;
		}
	return any ? set : UINT32_MAX;
}

struct interference threads_interference(const struct threads *t)
{
	find_during(t->running);
	return (struct interference){ t->running, during, finds };
}

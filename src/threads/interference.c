/* Whose stores a thread may find in memory beyond those that its facts tell of: facts go from a thread to those that it starts,
 * along with the start. So stores of a thread above the reader count only if the reader may be running then: what came before the
 * start is in the facts, what comes behind the join is too late. Its own are in its facts. Of a thread that is never there together with the reader,
 * or of an earlier one of the kind, the reader finds what is there when it begins, until it stores something itself. All others count at any time. */
#include "threads/running.h"

/* Neither of them above the other, and never there together. */
static bool never_meet(const struct running *r, uint32_t a, uint32_t b)
{
	const struct class *x = &r->class.at[a], *y = &r->class.at[b];

	return !x->free && !y->free && !bits_has(&r->bits, x->par, b) && !bits_has(&r->bits, x->below, b) && !bits_has(&r->bits, y->below, a);
}

static enum finds finds_of(const struct running *r, uint32_t reader, struct spot s)
{
	const struct class *writer = &r->class.at[s.thread];
	const struct thread *t = &r->t->thread.at[s.thread];
	const struct place_facts *f;

	if (s.thread == reader && !t->self)
		return t->multiplicity == THREAD_MANY ? FINDS_AT_START : FINDS_NEVER;
	if (s.thread != reader && never_meet(r, s.thread, reader))
		return FINDS_AT_START;
	if (s.thread == reader || writer->free || !bits_has(&r->bits, writer->below, reader) || bits_has(&r->bits, writer->par, reader))
		return FINDS_ANY_TIME;
	f = running_at(r, s);
	if (f && bits_has(&r->bits, f->running, reader))
		return FINDS_ANY_TIME;
	return t->multiplicity == THREAD_ONE ? FINDS_NEVER : FINDS_AT_START;
}

/* May a thread of the class be the reader? What a thread is given to run is known in both rounds, or in one of them only. */
static bool may_be_reader(const struct running *r, uint32_t class, struct sym_id fn, uint32_t runs)
{
	const struct root *root = &r->c->root.at[r->t->thread.at[class].root];
	uint32_t n;
	const uint32_t *term;

	if (root->fn.i != fn.i)
		return r->class.at[class].startup || r->class.at[class].kind == ROOT_EXPORT;
	if (!runs || !root->runs || runs == root->runs)
		return true;
	term = set_get(&r->c->terms, runs, &n);
	for (uint32_t i = 0; i < n; i++)
		if (may_be(r, root->runs, term[i]))
			return true;
	return false;
}

static enum finds finds(void *with, struct sym_id reader, uint32_t runs, struct fn_id writer, uint32_t inst)
{
	const struct running *r = with;
	enum finds most = FINDS_NEVER;

	if (!reader.i || !r->fn_threads[writer.i])
		return FINDS_ANY_TIME;
	for (uint32_t k = 1; k < r->class.n && most != FINDS_ANY_TIME; k++) {
		if (!may_be_reader(r, k, reader, runs))
			continue;
		for (uint32_t i = r->c->first_by_fn[writer.i]; i < r->c->first_by_fn[writer.i + 1]; i++) {
			uint32_t context = r->c->by_fn[i], set = r->threads_of[context];
			for (uint32_t m = 0; m < r->nmembers[set]; m++) {
				enum finds when = finds_of(r, k, (struct spot){ r->members[set][m], context, inst });
				most = when > most ? when : most;
			}
		}
	}
	return most;
}

struct interference threads_interference(const struct threads *t)
{
	return (struct interference){ t->running, finds };
}

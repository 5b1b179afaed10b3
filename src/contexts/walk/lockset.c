/* Lock sets: arrays of struct lock, ascending by term and family, interned in contexts.held. */
#include "contexts/walk/explore.h"

#include <string.h>

static int by_term(const struct lock *x, const struct lock *y)
{
	if (x->term != y->term)
		return x->term < y->term ? -1 : 1;
	return x->family < y->family ? -1 : x->family > y->family;
}

const struct lock *contexts_locks(const struct contexts *c, uint32_t held, uint32_t *n)
{
	*n = held ? intern_length(&c->held, held) / sizeof(struct lock) : 0;
	return held ? (const struct lock *)(const void *)intern_get(&c->held, held) : NULL;
}

/* They are few, and most often in order. Of two with one name the first one stays first. */
static void sort_locks(struct lock *lock, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++) {
		struct lock moving = lock[i];
		uint32_t at = i;
		for (; at && by_term(&lock[at - 1], &moving) > 0; at--)
			lock[at] = lock[at - 1];
		lock[at] = moving;
	}
}

/* Sorts; of two with one name the first one stays. */
uint32_t lockset_make(struct explorer *e, struct lock *lock, uint32_t n)
{
	uint32_t kept = 0;

	sort_locks(lock, n);
	for (uint32_t i = 0; i < n; i++)
		if (!kept || by_term(&lock[kept - 1], &lock[i]))
			lock[kept++] = lock[i];
	if (limit_over(LIMIT_contexts_locks, kept))
		kept = limit(LIMIT_contexts_locks); /* fewer locks held than there are: never wrong for what must be held */
	return kept ? intern_bytes(&e->out->held, lock, kept * sizeof *lock) : 0;
}

static uint32_t copy_of(struct explorer *e, uint32_t held, struct lock out[static 2 * LOCKS_MOST])
{
	uint32_t n;
	const struct lock *lock = contexts_locks(e->out, held, &n);

	if (n)
		memcpy(out, lock, n * sizeof *out);
	return n;
}

uint32_t lockset_acquire(struct explorer *e, uint32_t held, const struct lock *lock)
{
	struct lock all[2 * LOCKS_MOST];
	uint32_t n = copy_of(e, held, all);

	for (uint32_t i = 0; i < n; i++)
		if (!by_term(&all[i], lock)) {
			/* one that is taken again and again on paths that do not exist must not make facts differ for ever */
			if (!limit_full(LIMIT_contexts_count, all[i].count))
				all[i].count++;
			all[i].shared &= lock->shared;
			return lockset_make(e, all, n);
		}
	all[n++] = *lock;
	return lockset_make(e, all, n);
}

/* Does the name mean one lock at a time? What is loaded is taken to be the same as long as the expression is. */
static bool is_single(const struct terms *t, uint32_t term)
{
	for (struct term k = term_get(t, term);; k = term_get(t, k.base)) {
		if (k.kind == TERM_INDEX || k.kind == TERM_ONE_OF)
			return false;
		if (!k.base)
			return true;
	}
}

/* The lock of this very name, if it is held and the name means one lock; otherwise every lock that it may be. */
uint32_t lockset_release(struct explorer *e, struct state *st, const struct lock_release *r)
{
	struct lock all[2 * LOCKS_MOST];
	uint32_t n = copy_of(e, st->held, all), kept = 0, nterms;
	uint32_t only = set_only(e->terms, r->set) ? set_only(e->terms, r->set)
						   : term_make(e->terms, &(struct term){ .kind = TERM_ONE_OF, .a = r->set });
	const uint32_t *term = set_get(e->terms, r->set, &nterms);
	bool exact = only && (r->returned || is_single(e->terms, only));

	for (uint32_t i = 0; i < n; i++)
		if (exact && all[i].term == only && all[i].family == r->family) {
			if (--all[i].count == 0)
				all[i] = all[--n];
			return lockset_make(e, all, n);
		}
	for (uint32_t i = 0; i < n; i++) {
		bool meets = all[i].term == only && all[i].family == r->family;
		for (uint32_t j = 0; j < nterms; j++)
			meets |= all[i].family == r->family && terms_may_meet(e, all[i].term, term[j]);
		if (!meets)
			all[kept++] = all[i];
	}
	for (uint32_t j = 0; j < nterms; j++) {
		struct lock gone = { .term = term[j], .family = r->family, .count = 1 };
		st->dropped = lockset_join(e, st->dropped, lockset_make(e, &gone, 1));
	}
	return lockset_make(e, all, kept);
}

uint32_t lockset_meet(struct explorer *e, uint32_t a, uint32_t b)
{
	struct lock out[2 * LOCKS_MOST];
	uint32_t na, nb, n = 0;
	const struct lock *x = contexts_locks(e->out, a, &na), *y = contexts_locks(e->out, b, &nb);

	if (a == b)
		return a;
	for (uint32_t i = 0, j = 0; i < na && j < nb;) {
		int order = by_term(&x[i], &y[j]);
		if (!order) {
			out[n] = x[i];
			out[n].count = x[i].count < y[j].count ? x[i].count : y[j].count;
			out[n].shared |= y[j].shared;
			out[n++].certain &= y[j].certain;
		}
		i += order <= 0;
		j += order >= 0;
	}
	return lockset_make(e, out, n);
}

uint32_t lockset_join(struct explorer *e, uint32_t a, uint32_t b)
{
	struct lock out[4 * LOCKS_MOST];
	uint32_t n = copy_of(e, a, out);

	n += copy_of(e, b, out + n);
	return lockset_make(e, out, n);
}

static bool has(const struct lock *lock, uint32_t n, const struct lock *what)
{
	for (uint32_t i = 0; i < n; i++)
		if (!by_term(&lock[i], what))
			return true;
	return false;
}

/* What a callee that was entered with fewer locks than the caller holds does to the caller's: what it held at entry and not at
 * exit is gone, what it held at exit and not at entry is new, what it dropped without having it is gone. */
uint32_t lockset_relative(struct explorer *e, uint32_t caller, uint32_t entry, uint32_t exit, uint32_t dropped)
{
	struct lock out[4 * LOCKS_MOST];
	uint32_t nc, ne, nx, nd, n = 0;
	const struct lock *c = contexts_locks(e->out, caller, &nc), *in = contexts_locks(e->out, entry, &ne);
	const struct lock *x = contexts_locks(e->out, exit, &nx), *d = contexts_locks(e->out, dropped, &nd);

	for (uint32_t i = 0; i < nc; i++) {
		bool lost = has(in, ne, &c[i]) && !has(x, nx, &c[i]);
		for (uint32_t j = 0; j < nd && !lost; j++)
			lost = d[j].family == c[i].family && terms_may_meet(e, d[j].term, c[i].term);
		if (!lost)
			out[n++] = c[i];
	}
	for (uint32_t i = 0; i < nx; i++)
		if (!has(in, ne, &x[i]))
			out[n++] = x[i];
	return lockset_make(e, out, n);
}

/* The same locks under other names; a lock whose name becomes 0 is left out. */
uint32_t lockset_map(struct explorer *e, uint32_t held, uint32_t (*rename)(void *, uint32_t), void *with)
{
	struct lock all[2 * LOCKS_MOST];
	uint32_t n = copy_of(e, held, all), kept = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t term = rename(with, all[i].term);
		if (!term)
			continue;
		all[kept] = all[i];
		all[kept++].term = term;
	}
	return lockset_make(e, all, kept);
}

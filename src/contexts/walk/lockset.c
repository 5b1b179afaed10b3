/* What calls do to lock sets (path/held.h), which are interned in contexts.held. */
#include "contexts/walk/explore.h"

#include <string.h>

const struct held *contexts_locks(const struct contexts *c, uint32_t held, uint32_t *n)
{
	return held_get(&c->held, held, n);
}

/* Fewer locks held than there are: never wrong for what must be held. */
uint32_t lockset_make(struct explorer *e, struct held *lock, uint32_t n)
{
	uint32_t kept = held_sort(lock, n);

	if (limit_over(LIMIT_contexts_locks, kept))
		kept = limit(LIMIT_contexts_locks);
	return held_keep(&e->out->held, lock, kept);
}

static uint32_t copy_of(struct explorer *e, uint32_t held, struct held out[static 2 * LOCKS_MOST])
{
	uint32_t n;
	const struct held *lock = contexts_locks(e->out, held, &n);

	if (n)
		memcpy(out, lock, n * sizeof *out);
	return n;
}

uint32_t lockset_acquire(struct explorer *e, uint32_t held, const struct held *lock)
{
	struct held all[2 * LOCKS_MOST], *known;
	uint32_t n = copy_of(e, held, all);

	known = held_find(all, n, lock);
	if (known)
		held_again(known, lock, LIMIT_contexts_count);
	else
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
	struct held all[2 * LOCKS_MOST];
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
		struct held gone = { .term = term[j], .family = r->family, .count = 1 };
		st->dropped = lockset_join(e, st->dropped, lockset_make(e, &gone, 1));
	}
	return lockset_make(e, all, kept);
}

uint32_t lockset_meet(struct explorer *e, uint32_t a, uint32_t b)
{
	struct held out[2 * LOCKS_MOST];
	uint32_t na, nb, n;
	const struct held *x = contexts_locks(e->out, a, &na), *y = contexts_locks(e->out, b, &nb);

	if (a == b)
		return a;
	n = held_meet(out, x, na, y, nb);
	return lockset_make(e, out, n);
}

uint32_t lockset_join(struct explorer *e, uint32_t a, uint32_t b)
{
	struct held out[4 * LOCKS_MOST];
	uint32_t n = copy_of(e, a, out);

	n += copy_of(e, b, out + n);
	return lockset_make(e, out, n);
}

/* Releases, by the memory that the locks may be in: of names there is no end where functions call each other, of cells there is.
 * More is released than before, never less: a lock that may be anywhere is in no class at all, and meets them all. */
uint32_t lockset_widen(struct explorer *e, uint32_t released)
{
	struct held all[2 * LOCKS_MOST], out[2 * LOCKS_MOST];
	uint32_t n = copy_of(e, released, all), nout = 0, *known;

	if (!n)
		return 0;
	known = map_at(e->scratch, &e->wider, released);
	for (uint32_t i = 0; i < n && !*known; i++) {
		struct held to = { .term = all[i].term, .family = all[i].family, .count = 1 };
		uint8_t kind = term_get(e->terms, term_root(e->terms, to.term)).kind;
		struct span at = kind == TERM_ONE_OF || kind == TERM_NAMED ? (struct span){ 0 } : term_cells(e, to.term);
		if (at.n + nout + (n - i) > 2 * LOCKS_MOST) /* room for each of the others */
			at.n = 0;
		for (uint32_t k = 0; k < at.n; k++) {
			to.term = memory_class_term(e, e->cells.at[at.first + k]);
			out[nout++] = to;
		}
		if (!at.n && kind != TERM_NAMED)
			to.term = memory_class_term(e, (struct cell){ 0 });
		if (!at.n)
			out[nout++] = to;
	}
	if (!*known)
		*known = lockset_make(e, out, nout);
	return *known;
}

/* What a callee that was entered with fewer locks than the caller holds does to the caller's: what it held at entry and not at
 * exit is gone, what it held at exit and not at entry is new, what it dropped without having it is gone: all, if that may be more
 * than there was room for. */
uint32_t lockset_relative(struct explorer *e, uint32_t caller, uint32_t entry, uint32_t exit, uint32_t dropped)
{
	struct held out[4 * LOCKS_MOST];
	uint32_t nc, ne, nx, nd, n = 0;
	const struct held *c = contexts_locks(e->out, caller, &nc), *in = contexts_locks(e->out, entry, &ne);
	const struct held *x = contexts_locks(e->out, exit, &nx), *d = contexts_locks(e->out, dropped, &nd);

	for (uint32_t i = 0; i < nc; i++) {
		bool lost = nd >= limit(LIMIT_contexts_locks) || (held_find(in, ne, &c[i]) && !held_find(x, nx, &c[i]));
		for (uint32_t j = 0; j < nd && !lost; j++)
			lost = d[j].family == c[i].family && terms_may_meet(e, d[j].term, c[i].term);
		if (!lost)
			out[n++] = c[i];
	}
	for (uint32_t i = 0; i < nx; i++)
		if (!held_find(in, ne, &x[i]))
			out[n++] = x[i];
	return lockset_make(e, out, n);
}

/* The same locks under other names; a lock whose name becomes 0 is left out. */
uint32_t lockset_map(struct explorer *e, uint32_t held, uint32_t (*rename)(void *, uint32_t), void *with)
{
	struct held all[2 * LOCKS_MOST];
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

/* Relative locksets (RELAY, section 3.2): what was surely taken since entry, what was maybe given back. Interned: equal sets,
 * equal ids.
 *
 * What a function takes and gives back itself is in L- of the text, and so it is here, but with the count 0: a caller that
 * holds a re-entrant lock keeps it, and one that holds another lock of a similar name does, too. Callers do not see such a row.
 *
 * A lock is its address and its family. Nested acquisitions count, so that a re-entrant lock is given back when the last one
 * is. A release under a name that is not held takes away every lock that the name may mean, and goes on record as maybe given
 * back.
 *
 * A lock may have two names: that of a node and that of the variable that goes from node to node. Rows with one number in
 * `twins` are one lock, and given back together. Two locks may have four names, which do not tell the one from the other
 * (choice.c). */
#include <stdlib.h>
#include <string.h>

#include "base/recogniser.h"
#include "summary/function/work.h"

struct pending {
	VEC(struct held) plus, minus;
};

void locks_init(struct work *w)
{
	intern_init(&w->relative, w->arena);
}

const struct held *locks_get(const struct work *w, uint32_t set, uint32_t *nplus, uint32_t *nminus)
{
	const char *at = set ? intern_get(&w->relative, set) : NULL;
	struct locks_key k = { 0 };

	if (at)
		memcpy(&k, at, sizeof k);
	*nplus = k.nplus;
	*nminus = k.nminus;
	return at ? (const struct held *)(const void *)(at + sizeof k) : NULL;
}

static void load(const struct work *w, uint32_t set, struct pending *s)
{
	uint32_t nplus, nminus;
	const struct held *g = locks_get(w, set, &nplus, &nminus);

	s->plus.n = s->minus.n = 0;
	for (uint32_t i = 0; i < nplus; i++)
		*vec_add(w->arena, &s->plus) = g[i];
	for (uint32_t i = 0; i < nminus; i++)
		*vec_add(w->arena, &s->minus) = g[nplus + i];
}

static bool is_any(const struct work *w, const struct held *h)
{
	return term_get(&w->terms, h->term).kind == TERM_TOP;
}

/* Where any lock of a family may be given back, names add nothing. Of many locks few are any. */
static void normalise(struct work *w, struct pending *s)
{
	VEC(struct held) any = { 0 };
	uint32_t kept = 0;

	for (uint32_t i = 0; i < s->minus.n; i++)
		if (is_any(w, &s->minus.at[i]))
			*vec_add(w->arena, &any) = s->minus.at[i];
	for (uint32_t i = 0; any.n && i < s->minus.n; i++) {
		bool covered = false;
		for (uint32_t k = 0; k < any.n && !covered; k++)
			covered = s->minus.at[i].term != any.at[k].term &&
				  (!any.at[k].family || any.at[k].family == s->minus.at[i].family);
		if (!covered)
			s->minus.at[kept++] = s->minus.at[i];
	}
	if (any.n)
		s->minus.n = kept;
}

/* What was taken and given back here is worth a word where it is the function's business, not where there is much of it. */
static void forget_own(struct pending *s)
{
	uint32_t own = 0, kept = 0;

	for (uint32_t i = 0; i < s->minus.n; i++)
		own += !s->minus.at[i].count;
	if (!limit_over(LIMIT_summary_own, own))
		return;
	for (uint32_t i = 0; i < s->minus.n; i++)
		if (s->minus.at[i].count)
			s->minus.at[kept++] = s->minus.at[i];
	s->minus.n = kept;
}

/* Who is left alone has no twin. */
static void part_twins(struct pending *s)
{
	for (uint32_t i = 0; i < s->plus.n; i++) {
		bool alone = true;
		for (uint32_t k = 0; k < s->plus.n && alone && s->plus.at[i].twins; k++)
			alone = k == i || s->plus.at[k].twins != s->plus.at[i].twins;
		if (alone)
			s->plus.at[i].twins = 0;
	}
}

static uint32_t save(struct work *w, struct pending *s)
{
	struct locks_key k = { s->plus.n, s->minus.n };
	char *at;

	if (!s->plus.n && !s->minus.n)
		return LOCKS_NONE;
	normalise(w, s);
	forget_own(s);
	part_twins(s);
	k = (struct locks_key){ s->plus.n, s->minus.n };
	if (!k.nplus && !k.nminus)
		return LOCKS_NONE;
	k.nplus = held_sort(s->plus.at, s->plus.n);
	k.nminus = held_sort(s->minus.at, s->minus.n);
	at = arena_alloc(w->arena, sizeof k + (k.nplus + k.nminus) * sizeof(struct held));
	memcpy(at, &k, sizeof k);
	if (k.nplus)
		memcpy(at + sizeof k, s->plus.at, k.nplus * sizeof(struct held));
	if (k.nminus)
		memcpy(at + sizeof k + k.nplus * sizeof(struct held), s->minus.at, k.nminus * sizeof(struct held));
	return intern_bytes(&w->relative, at, sizeof k + (k.nplus + k.nminus) * sizeof(struct held));
}

/* Only what has one name can surely be held. */
static bool is_named(const struct work *w, uint32_t term)
{
	uint8_t kind = term_get(&w->terms, term_root(&w->terms, term)).kind;

	return kind != TERM_TOP && kind != TERM_CLASS && kind != TERM_NULL && kind != TERM_INT && kind != TERM_ALL;
}

static void acquire_one(struct work *w, struct pending *s, const struct held *g)
{
	struct held *held = held_find(s->plus.at, s->plus.n, g), *given;

	if (!is_named(w, g->term))
		return;
	if (held) {
		held_again(held, g, LIMIT_summary_count);
		return;
	}
	given = held_find(s->minus.at, s->minus.n, g);
	if (given)
		*given = s->minus.at[--s->minus.n];
	*vec_add(w->arena, &s->plus) = *g;
	s->plus.at[s->plus.n - 1].twins = 0;
}

/* If it is the second of two that a conditional has chosen, both are held under the names that were chosen from, too. */
static void acquire(struct work *w, struct pending *s, const struct held *g)
{
	struct lock_names names;
	bool first = !held_find(s->plus.at, s->plus.n, g);

	acquire_one(w, s, g);
	if (!first || s->plus.n < 2)
		return;
	for (uint32_t next = choice_names(w, g->term, 0, &names); next; next = choice_names(w, g->term, next, &names)) {
		struct held other = *g;
		const struct held *held;
		other.term = names.term[0];
		held = held_find(s->plus.at, s->plus.n, &other);
		if (!RECOGNISED(summary_choice, held && choice_keep(w, &names)))
			continue;
		other.flags |= held->flags & HELD_SHARED;
		for (uint32_t k = 2; k < 4; k++) {
			other.term = names.term[k];
			other.count = 1;
			acquire_one(w, s, &other);
		}
	}
}

/* The same expression, evaluated twice: what it loads may be reloaded in between. */
static bool is_same_expression(const struct work *w, uint32_t a, uint32_t b)
{
	for (uint32_t depth = 0; a != b && !limit_full(LIMIT_summary_chain, depth); depth++) {
		struct term x = term_get(&w->terms, a), y = term_get(&w->terms, b);
		if (x.kind != y.kind || x.offset != y.offset || !x.base || !y.base)
			return false;
		if (x.kind == TERM_INDEX ? x.a != y.a : x.kind != TERM_RESULT && (x.a != y.a || x.b != y.b))
			return false;
		if (x.kind == TERM_RESULT && (!x.a || x.a != y.a))
			return false;
		a = x.base;
		b = y.base;
	}
	return a == b;
}

static struct held *find_expression(const struct work *w, struct pending *s, const struct held *g)
{
	for (uint32_t i = 0; i < s->plus.n; i++)
		if (s->plus.at[i].family == g->family && is_same_expression(w, s->plus.at[i].term, g->term))
			return &s->plus.at[i];
	return NULL;
}

static bool holds(const struct pending *s, uint32_t term, uint32_t family)
{
	return held_find(s->plus.at, s->plus.n, &(struct held){ .term = term, .family = family });
}

/* Which of the four names go with the one at `gone`: if that one is the lock that is given back, all but its opposite, as long as
 * all are known; if it only may be, all. */
static uint32_t names_to_drop(const struct pending *s, const struct lock_names *names, uint32_t family, uint32_t gone, bool sure)
{
	uint32_t known = 0;

	for (uint32_t k = 0; k < 4; k++)
		known += holds(s, names->term[k], family);
	return sure && known == 4 ? 0xfu & ~(1u << (gone ^ 1)) : 0xf;
}

struct dropped {
	uint32_t term;
	bool sure; /* it is the lock that is given back, not one that may be it */
};

/* Under its other names, too. Rows that go are marked with the count 0. */
static void drop(const struct work *w, struct pending *s, struct held *held)
{
	uint32_t kept = 0, family = held->family, parted = 0;
	VEC(struct dropped) todo = { 0 };

	for (uint32_t i = 0; i < s->plus.n; i++)
		if (&s->plus.at[i] == held || (held->twins && s->plus.at[i].twins == held->twins))
			*vec_add(w->arena, &todo) = (struct dropped){ s->plus.at[i].term, true };
	for (uint32_t i = 0; i < todo.n; i++) {
		struct dropped now = todo.at[i];
		struct held *at = held_find(s->plus.at, s->plus.n, &(struct held){ .term = now.term, .family = family });
		if (!at || !at->count)
			continue;
		at->count = 0;
		for (uint32_t k = 0; at->twins && k < s->plus.n; k++)
			if (s->plus.at[k].twins == at->twins && s->plus.at[k].count)
				*vec_add(w->arena, &todo) = (struct dropped){ s->plus.at[k].term, now.sure };
		for (uint32_t k = 0; k < 4 * w->names.n; k++) {
			const struct lock_names *names = &w->names.at[k / 4];
			uint32_t go = 0;
			if (names->term[k % 4] == now.term && !(parted >> k / 4 & 1)) {
				go = names_to_drop(s, names, family, k % 4, now.sure);
				parted |= 1u << k / 4;
			}
			for (uint32_t n = 0; n < 4; n++)
				if (go >> n & 1)
					*vec_add(w->arena, &todo) = (struct dropped){ names->term[n], false };
		}
	}
	for (uint32_t i = 0; i < s->plus.n; i++)
		if (s->plus.at[i].count)
			s->plus.at[kept++] = s->plus.at[i];
	s->plus.n = kept;
}

/* Nothing like it is held any more. False: it was held more often than it is given back, which is all. Otherwise it may be
 * another one that is given back, `count` times: 0, if it was held. */
static bool let_go(struct work *w, struct pending *s, const struct held *g, uint16_t *count)
{
	struct held *held = held_find(s->plus.at, s->plus.n, g);
	uint32_t kept = 0;

	*count = g->count;
	if (!held)
		held = find_expression(w, s, g);
	if (held && g->count != HELD_ALL && held->count > g->count) {
		held->count = (uint16_t)(held->count - g->count);
		return false;
	}
	if (held) {
		*count = g->count == HELD_ALL ? HELD_ALL : (uint16_t)(g->count - held->count);
		drop(w, s, held);
		return true;
	}
	for (uint32_t i = 0; i < s->plus.n; i++)
		if ((g->family && s->plus.at[i].family != g->family) || !work_may_meet(w, s->plus.at[i].term, g->term, false))
			s->plus.at[kept++] = s->plus.at[i];
	s->plus.n = kept;
	return true;
}

/* It may be given back so often more; `given`: the row that says how often so far, or NULL. */
static void note_given(struct work *w, struct pending *s, struct held *given, const struct held *g, uint16_t count)
{
	if (!given)
		*vec_add(w->arena, &s->minus) = (struct held){ g->term, g->family, 0, count, 0 };
	else
		given->count = count == HELD_ALL || given->count == HELD_ALL || limit_full(LIMIT_summary_count, given->count)
				       ? HELD_ALL
				       : (uint16_t)(given->count + count);
}

uint32_t locks_acquire(struct work *w, uint32_t set, struct held g)
{
	struct pending s = { 0 };

	load(w, set, &s);
	acquire(w, &s, &g);
	return save(w, &s);
}

uint32_t locks_release(struct work *w, uint32_t set, struct held g)
{
	struct pending s = { 0 };
	uint16_t count;

	load(w, set, &s);
	if (let_go(w, &s, &g, &count))
		note_given(w, &s, held_find(s.minus.at, s.minus.n, &g), &g, count);
	return save(w, &s);
}

/* From shared to exclusive, or back. */
uint32_t locks_mode(struct work *w, uint32_t set, struct held g)
{
	struct pending s = { 0 };
	struct held *held;

	load(w, set, &s);
	held = held_find(s.plus.at, s.plus.n, &g);
	for (uint32_t i = 0; held && i < s.plus.n; i++)
		if (&s.plus.at[i] == held || (held->twins && s.plus.at[i].twins == held->twins))
			held_set_shared(&s.plus.at[i], held_is_shared(&g));
	for (uint32_t k = 0; held && held_is_shared(&g) && k < 4 * w->names.n; k++)
		for (uint32_t i = 0; w->names.at[k / 4].term[k % 4] == held->term && i < 4; i++) {
			struct held *other = held_find(s.plus.at, s.plus.n,
						   &(struct held){ .term = w->names.at[k / 4].term[i], .family = g.family });
			if (other)
				other->flags |= HELD_SHARED;
		}
	return save(w, &s);
}

/* On two ways, or under two names that have become one: as often as on either. */
static void add_again(struct held *known, const struct held *g)
{
	if (known->count < g->count)
		known->count = g->count;
}

/* Rows were added as they came: each once, in order. */
static void merge_given(struct pending *s)
{
	uint32_t n = 0;

	if (s->minus.n)
		qsort(s->minus.at, s->minus.n, sizeof *s->minus.at, held_order);
	for (uint32_t i = 0; i < s->minus.n; i++)
		if (n && held_is_same(&s->minus.at[n - 1], &s->minus.at[i]))
			add_again(&s->minus.at[n - 1], &s->minus.at[i]);
		else
			s->minus.at[n++] = s->minus.at[i];
	s->minus.n = n;
}

/* All that `from` gives back, too. Both are as they were saved, in their order. */
static void add_sorted(struct work *w, struct pending *s, const struct pending *from)
{
	uint32_t n = s->minus.n, at = 0;

	for (uint32_t i = 0; i < from->minus.n; i++) {
		const struct held *g = &from->minus.at[i];
		while (at < n && held_order_names(&s->minus.at[at], g) < 0)
			at++;
		if (at < n && held_is_same(&s->minus.at[at], g))
			add_again(&s->minus.at[at], g);
		else
			*vec_add(w->arena, &s->minus) = *g;
	}
}

/* Held on both ways; given back on either. */
uint32_t locks_join(struct work *w, uint32_t a, uint32_t b)
{
	struct pending x = { 0 }, y = { 0 };

	if (a == b)
		return a;
	load(w, a, &x);
	load(w, b, &y);
	x.plus.n = held_meet(x.plus.at, x.plus.at, x.plus.n, y.plus.at, y.plus.n);
	add_sorted(w, &x, &y);
	return save(w, &x);
}

uint32_t locks_update(struct work *w, uint32_t set, uint32_t then)
{
	struct pending s = { 0 };
	uint32_t nplus, nminus;
	const struct held *g = locks_get(w, then, &nplus, &nminus);
	uint32_t before, at = 0; /* rows of `set`, in their order as those of `then` are */
	uint16_t count;

	if (!then)
		return set;
	load(w, set, &s);
	before = s.minus.n;
	for (uint32_t i = nplus; i < nplus + nminus; i++) {
		while (at < before && held_order_names(&s.minus.at[at], &g[i]) < 0)
			at++;
		if (let_go(w, &s, &g[i], &count))
			note_given(w, &s, at < before && held_is_same(&s.minus.at[at], &g[i]) ? &s.minus.at[at] : NULL, &g[i], count);
	}
	for (uint32_t i = 0; i < nplus; i++)
		acquire(w, &s, &g[i]);
	return save(w, &s);
}

/* What has lost its name: any lock of its cells. The rows are merged later. */
static void add_classes(struct work *w, struct pending *s, const struct cell *cell, uint32_t n, const struct held *g)
{
	if (!n || limit_over(LIMIT_summary_cells, n)) {
		*vec_add(w->arena, &s->minus) = (struct held){ term_make(&w->terms, &(struct term){ .kind = TERM_TOP }), g->family, 0,
							       HELD_ALL, 0 };
		return;
	}
	for (uint32_t i = 0; i < n; i++) {
		struct term k = { .kind = TERM_CLASS, .a = cell[i].class, .offset = cell[i].offset };
		*vec_add(w->arena, &s->minus) = (struct held){ term_make(&w->terms, &k), g->family, 0, HELD_ALL, 0 };
	}
}

static void add_cells(struct work *w, struct pending *s, const struct held *g)
{
	struct cell cell[CELLS_FEW];
	uint32_t n = work_cells(w, g->term, cell);

	add_classes(w, s, cell, n, g);
}

/* A callee's lockset in the words of the caller. `access`: at a place inside of it; otherwise at its end, when what only it
 * can name is lost: taken and not to be named is not surely held; given back, it may be any lock of its cells. */
uint32_t locks_rebind(struct work *w, const struct summary *from, uint32_t relative, const uint32_t *arg, uint32_t nargs,
		      uint32_t *memo, bool access)
{
	const struct relative *r = &from->relative[relative];
	struct pending s = { 0 };
	uint32_t n;

	for (uint32_t i = 0; i < r->nplus; i++) {
		struct held g = from->guard[r->plus + i];
		g.term = summary_translate(&w->terms, from, g.term, arg, nargs, memo);
		if (is_named(w, g.term) && (access || !work_is_foreign(w, g.term)) && !held_find(s.plus.at, s.plus.n, &g))
			*vec_add(w->arena, &s.plus) = g;
	}
	for (uint32_t i = 0; i < r->nminus; i++) {
		struct held g = from->guard[r->minus + i];
		uint32_t term = g.count && w->g->entered_locked[from->fn.i]
					? summary_translate(&w->terms, from, g.term, arg, nargs, memo)
					: 0;
		uint8_t kind = term_get(&w->terms, term).kind;
		if (!term) /* its own affair, or nobody's */
			continue;
		if (from->term[g.term].kind != TERM_TOP && (kind == TERM_TOP || kind == TERM_NULL || work_is_foreign(w, term))) {
			struct cell cell[CELLS_FEW];
			n = term_cells_of(w->pt, from->term, g.term, cell, limit(LIMIT_summary_cells));
			add_classes(w, &s, cell, n, &g);
			continue;
		}
		g.term = term;
		*vec_add(w->arena, &s.minus) = g;
	}
	merge_given(&s);
	return save(w, &s);
}

uint32_t locks_forget(struct work *w, uint32_t set, uint32_t block)
{
	struct pending s = { 0 };
	uint32_t nplus, nminus, kept = 0;
	const struct held *g = locks_get(w, set, &nplus, &nminus);
	bool any = false;

	for (uint32_t i = 0; i < nplus + nminus; i++)
		any |= term_mentions(w, g[i].term, block);
	if (!any)
		return set;
	load(w, set, &s);
	for (uint32_t i = 0; i < s.plus.n; i++)
		if (!term_mentions(w, s.plus.at[i].term, block))
			s.plus.at[kept++] = s.plus.at[i];
	s.plus.n = kept;
	g = s.minus.n ? (const struct held *)(const void *)arena_copy(w->arena, (const char *)s.minus.at, s.minus.n * sizeof *g)
		      : NULL;
	nminus = s.minus.n;
	s.minus.n = 0;
	for (uint32_t i = 0; i < nminus; i++) {
		if (!term_mentions(w, g[i].term, block))
			*vec_add(w->arena, &s.minus) = g[i];
		else if (g[i].count) /* a name of before: any such lock */
			add_cells(w, &s, &g[i]);
	}
	merge_given(&s);
	return save(w, &s);
}

uint32_t locks_unknown(struct work *w, uint32_t set)
{
	struct pending s = { 0 };
	uint32_t any = term_make(&w->terms, &(struct term){ .kind = TERM_TOP });

	load(w, set, &s);
	s.minus.n = 0;
	*vec_add(w->arena, &s.minus) = (struct held){ any, 0, 0, HELD_ALL, 0 };
	return save(w, &s);
}

/* ---- what callers of callers need ---- */

/* Locks of an access whose names were changed by `rename` (0: nobody else can ever hold the same). */
uint32_t locks_rename(struct work *w, uint32_t set, uint32_t (*rename)(void *, uint32_t term), void *with)
{
	struct pending s = { 0 };
	uint32_t kept = 0;
	bool same = true;

	load(w, set, &s);
	for (uint32_t i = 0; i < s.plus.n; i++) {
		struct held g = s.plus.at[i];
		g.term = rename(with, g.term);
		same &= g.term == s.plus.at[i].term;
		if (g.term && !held_find(s.plus.at, kept, &g))
			s.plus.at[kept++] = g;
	}
	s.plus.n = kept;
	return same ? set : save(w, &s);
}

struct renaming {
	struct work *w;
	uint32_t from, to; /* terms of one value */
};

/* The lock in words of `to`, if it is named after `from`; otherwise as it is. */
static uint32_t rename_lock(void *with, uint32_t lock)
{
	struct renaming *r = with;
	struct terms *t = &r->w->terms;
	struct term value = term_get(t, r->from), chain[TERM_MOST_STEPS + 1];
	uint32_t base = value.kind == TERM_FIELD ? value.base : r->from, at = lock, n = 0;

	while (at != base && term_is_step(term_get(t, at).kind) && n <= TERM_MOST_STEPS) {
		chain[n++] = term_get(t, at);
		at = chain[n - 1].base;
	}
	if (at != base)
		return lock;
	at = value.kind == TERM_FIELD ? term_field(t, r->to, -value.offset) : r->to;
	while (n) {
		chain[--n].base = at;
		at = term_make(t, &chain[n]);
	}
	return at;
}

/* Locks that are named after one name of a value, named after another one. */
uint32_t locks_named_after(struct work *w, uint32_t set, uint32_t from, uint32_t to)
{
	struct renaming r = { w, from, to };

	return set ? locks_rename(w, set, rename_lock, &r) : set;
}

/* Behind its last step, is it made of something that this block makes anew? */
static bool steps_mention(const struct work *w, uint32_t term, uint32_t block)
{
	for (struct term k = term_get(&w->terms, term); term_is_step(k.kind); k = term_get(&w->terms, k.base))
		if (k.kind == TERM_INDEX && k.a && term_mentions(w, k.a, block))
			return true;
	return false;
}

/* What was held under a name of the value that a phi of the block takes is held under the phi's name, too: `set` is what is
 * left of `came`. */
uint32_t locks_follow(struct work *w, uint32_t set, uint32_t came, uint32_t value, uint32_t phi, uint32_t block)
{
	struct pending s = { 0 }, old = { 0 };
	struct renaming r = { w, value, phi };

	load(w, came, &old);
	load(w, set, &s);
	for (uint32_t i = 0; i < old.plus.n && !limit_full(LIMIT_summary_followed, s.plus.n); i++) {
		struct held g = old.plus.at[i], *mine = held_find(s.plus.at, s.plus.n, &g);
		uint16_t twins = (uint16_t)(g.twins ? g.twins : g.term % UINT16_MAX + 1);
		g.term = rename_lock(&r, g.term);
		g.twins = twins;
		if (g.term == old.plus.at[i].term || !is_named(w, g.term) || steps_mention(w, g.term, block) ||
		    held_find(s.plus.at, s.plus.n, &g))
			continue;
		if (mine)
			mine->twins = twins;
		*vec_add(w->arena, &s.plus) = g;
	}
	return save(w, &s);
}

/* A function that is never entered with a lock has nothing to give back that its callers could miss. */
uint32_t locks_for_callers(struct work *w, uint32_t set)
{
	struct pending s = { 0 };
	uint32_t nplus, nminus, kept = 0, *known;
	const struct held *g = locks_get(w, set, &nplus, &nminus);
	bool any = false;

	for (uint32_t i = 0; i < nminus; i++)
		any |= g[nplus + i].count != 0;
	if (!any || w->g->entered_locked[w->b.fn.i])
		return set;
	known = map_at(w->arena, &w->for_callers, set);
	if (*known)
		return *known - 1;
	load(w, set, &s);
	for (uint32_t i = 0; i < s.minus.n; i++)
		if (!s.minus.at[i].count)
			s.minus.at[kept++] = s.minus.at[i];
	s.minus.n = kept;
	kept = save(w, &s);
	map_put(w->arena, &w->for_callers, set, kept + 1);
	return kept;
}

/* A summary of its own: what was worked with is left behind. Only the terms that it speaks of are kept, in their order, so that a
 * base stays before what is made of it. What callers see comes first in each table: as long as that is the same, callers need not
 * be looked at again. */
#include <stdlib.h>
#include <string.h>

#include "summary/function/work.h"

#define MARKED UINT32_MAX

struct finishing {
	struct work *w;
	struct arena *keep;
	struct summary *out;
	uint32_t *term;     /* ours to the summary's; MARKED: not numbered yet */
	VEC(struct term) table;
	uint32_t *lockset;  /* ours to the summary's + 1 */
	VEC(struct held) guard;
	VEC(struct relative) relative;
};

static void mark(struct finishing *f, uint32_t term)
{
	uint32_t todo[64], n = 0;

	for (todo[n++] = term; n;) {
		uint32_t t = todo[--n];
		struct term k;
		if (!t || f->term[t])
			continue;
		f->term[t] = MARKED;
		k = term_get(&f->w->terms, t);
		CHECK(n + 2 < sizeof todo / sizeof *todo, "a term of function %u has too many parts", f->w->b.fn.i);
		todo[n++] = k.base;
		if (term_has_second(k.kind))
			todo[n++] = k.a;
	}
}

static void mark_lockset(struct finishing *f, uint32_t set)
{
	uint32_t nplus, nminus;
	const struct held *g = locks_get(f->w, set, &nplus, &nminus);

	for (uint32_t i = 0; i < nplus + nminus; i++)
		mark(f, g[i].term);
}

/* The terms that are marked and not kept yet. */
static void number_terms(struct finishing *f)
{
	uint32_t all = f->w->terms.row.n;

	for (uint32_t t = 1; t < all; t++) {
		struct term k;
		if (f->term[t] != MARKED)
			continue;
		k = term_get(&f->w->terms, t);
		k.base = f->term[k.base];
		if (term_has_second(k.kind))
			k.a = f->term[k.a];
		f->term[t] = f->table.n;
		*vec_add(f->w->arena, &f->table) = k;
	}
}

static uint32_t keep_lockset(struct finishing *f, uint32_t set)
{
	struct relative r = { .plus = f->guard.n };
	const struct held *g;

	if (f->lockset[set])
		return f->lockset[set] - 1;
	g = locks_get(f->w, set, &r.nplus, &r.nminus);
	r.minus = r.plus + r.nplus;
	for (uint32_t i = 0; i < r.nplus + r.nminus; i++) {
		struct held k = g[i];
		k.term = f->term[k.term];
		*vec_add(f->keep, &f->guard) = k;
	}
	if (r.nplus)
		(void)held_sort(f->guard.at + r.plus, r.nplus);
	if (r.nminus)
		(void)held_sort(f->guard.at + r.minus, r.nminus);
	*vec_add(f->keep, &f->relative) = r;
	f->lockset[set] = f->relative.n;
	return f->relative.n - 1;
}

static void keep_sources(struct finishing *f, const struct made_access *m, struct access *a, struct summary_source *at,
			 uint32_t *n)
{
	uint32_t best = *n, weight = UINT32_MAX;

	a->source = *n;
	a->nsources = 0;
	for (uint32_t i = m->last; i; i = f->w->made_source.at[i - 1].next) {
		const struct made_source *s = &f->w->made_source.at[i - 1];
		if (s->weight <= weight) { /* the list is backwards: of equals the first in the code */
			weight = s->weight;
			best = *n;
		}
		at[(*n)++] = s->s;
		a->nsources++;
	}
	if (best != a->source) {
		struct summary_source s = at[a->source];
		at[a->source] = at[best];
		at[best] = s;
	}
}

static bool is_open(const struct made_access *m)
{
	return !(m->a.flags & ACCESS_CLOSED);
}

static void keep_accesses(struct finishing *f, bool open, struct access *access, struct summary_source *source)
{
	struct work *w = f->w;

	for (uint32_t i = 0; i < w->access.n; i++) {
		struct access *a = &access[f->out->naccesses];
		if (is_open(&w->access.at[i]) != open)
			continue;
		*a = w->access.at[i].a;
		a->at = f->term[a->at];
		a->lockset = keep_lockset(f, a->lockset);
		keep_sources(f, &w->access.at[i], a, source, &f->out->nsources);
		f->out->naccesses++;
	}
}

/* Four ways back are told apart. */
static void keep_backs(struct finishing *f)
{
	struct work *w = f->w;
	uint32_t all = 0;

	while (w->detail >= DETAIL_OUTLINE ? w->nbacks > 1 : limit_over(LIMIT_summary_backs, w->nbacks)) {
		w->nbacks--;
		w->back[0].signs |= w->back[w->nbacks].signs;
		w->back[0].lockset = locks_join(w, w->back[0].lockset, w->back[w->nbacks].lockset);
		w->back[0].when = 0;
	}
	for (uint32_t i = 0; i < w->nbacks; i++) {
		f->out->back[i] = w->back[i];
		if (w->nbacks == 1) /* nothing to tell apart */
			f->out->back[i].when = 0;
		all = i ? locks_join(w, all, w->back[i].lockset) : w->back[i].lockset;
	}
	f->out->nbacks = w->nbacks;
	f->out->sum = all;
	if (w->detail >= DETAIL_OUTLINE) {
		w->result = 0;
		w->left.n = 0;
	}
	if (w->detail == DETAIL_NONE) {
		f->out->sum = locks_unknown(w, LOCKS_NONE);
		f->out->nbacks = 1;
		f->out->back[0] = (struct way_back){ SIGN_ANY, f->out->sum, 0 };
	}
}

static void keep_conditions(struct finishing *f)
{
	uint32_t n = f->w->condition.entry.n;
	struct summary_condition *at = arena_array(f->keep, (size_t)n + 1, sizeof *at);

	for (uint32_t i = 1; i < n; i++)
		memcpy(&at[i], intern_get(&f->w->condition, i), sizeof *at);
	f->out->condition = at;
	f->out->nconditions = n;
}

/* Of the conditions, in the order they came up, those up to the last one that callers see. */
static uint32_t conditions_seen(const struct summary *s, const struct access *access)
{
	uint32_t n = 1;

	for (uint32_t i = 0; i < s->nbacks; i++)
		n = s->back[i].when >= n ? s->back[i].when + 1 : n;
	for (uint32_t i = 0; i < s->seen_accesses; i++)
		n = access[i].when >= n ? access[i].when + 1 : n;
	return n;
}

static void mark_accesses(struct finishing *f, bool open)
{
	struct work *w = f->w;

	for (uint32_t i = 0; i < w->access.n; i++) {
		if (is_open(&w->access.at[i]) != open)
			continue;
		mark(f, w->access.at[i].a.at);
		mark_lockset(f, w->access.at[i].a.lockset);
	}
}

static void mark_seen(struct finishing *f)
{
	struct work *w = f->w;

	mark_accesses(f, true);
	for (uint32_t i = 0; i < f->out->nbacks; i++)
		mark_lockset(f, f->out->back[i].lockset);
	mark_lockset(f, f->out->sum);
	mark(f, w->result);
	for (uint32_t i = 0; i < w->left.n; i++) {
		mark(f, w->left.at[i].address);
		mark(f, w->left.at[i].value);
	}
}

static void keep_seen(struct finishing *f)
{
	struct work *w = f->w;
	struct left *left;

	(void)keep_lockset(f, LOCKS_NONE); /* is 0 */
	for (uint32_t i = 0; i < f->out->nbacks; i++)
		f->out->back[i].lockset = keep_lockset(f, f->out->back[i].lockset);
	f->out->sum = keep_lockset(f, f->out->sum);
	f->out->result = f->term[w->result];
	f->out->left = left = arena_array(f->keep, w->left.n + 1, sizeof *left);
	for (uint32_t i = 0; i < w->left.n; i++)
		left[f->out->nleft++] = (struct left){ f->term[w->left.at[i].address], f->term[w->left.at[i].value] };
}

/* In whole tables callers look at what is closed, too. */
static void see_all(struct summary *s)
{
	s->seen_terms = s->nterms;
	s->seen_relatives = s->nrelatives;
	s->seen_accesses = s->naccesses;
	s->seen_conditions = s->nconditions;
}

struct summary *finish_summary(struct work *w, struct arena *keep)
{
	struct finishing f = { .w = w, .keep = keep, .out = arena_new(keep, struct summary) };
	struct access *access = arena_array(keep, w->access.n + 1, sizeof *access);
	struct summary_source *source = arena_array(keep, w->made_source.n + 1, sizeof *source);
	struct under *under;

	f.out->fn = w->b.fn;
	f.out->left_out = w->left_out;
	keep_backs(&f);
	f.term = arena_array(w->arena, (size_t)w->terms.row.n + 1, sizeof *f.term);
	f.lockset = arena_array(w->arena, (size_t)w->relative.entry.n + 1, sizeof *f.lockset);
	(void)vec_add(w->arena, &f.table); /* 0 is none */
	mark_seen(&f);
	number_terms(&f);
	keep_seen(&f);
	keep_accesses(&f, true, access, source);
	f.out->seen_terms = f.table.n;
	f.out->seen_relatives = f.relative.n;
	f.out->seen_accesses = f.out->naccesses;
	f.out->seen_conditions = conditions_seen(f.out, access);
	mark_accesses(&f, false);
	for (uint32_t i = 0; i < w->under.n; i++)
		mark_lockset(&f, w->under.at[i].lockset);
	number_terms(&f);
	keep_accesses(&f, false, access, source);
	f.out->under = under = arena_array(keep, w->under.n + 1, sizeof *under);
	for (uint32_t i = 0; i < w->under.n; i++)
		under[f.out->nunder++] = (struct under){ w->under.at[i].callee, keep_lockset(&f, w->under.at[i].lockset) };
	f.out->term =
		(const struct term *)(const void *)arena_copy(keep, (const char *)f.table.at, f.table.n * sizeof *f.table.at);
	f.out->nterms = f.table.n;
	f.out->access = access;
	f.out->source = source;
	keep_conditions(&f);
	f.out->guard = f.guard.at;
	f.out->relative = f.relative.at;
	f.out->nrelatives = f.relative.n;
	if (w->s->whole && w->detail < DETAIL_CLOSED)
		see_all(f.out);
	return f.out;
}

static bool same_locksets(const struct summary *a, const struct summary *b)
{
	const struct relative *last = &a->relative[a->seen_relatives - 1];

	return !memcmp(a->relative, b->relative, a->seen_relatives * sizeof *a->relative) &&
	       (!(last->minus + last->nminus) || !memcmp(a->guard, b->guard, (last->minus + last->nminus) * sizeof *a->guard));
}

/* Do callers see the same? */
bool summary_equal(const struct summary *a, const struct summary *b)
{
	if (!a || !b || a->seen_accesses != b->seen_accesses || a->seen_terms != b->seen_terms ||
	    a->seen_relatives != b->seen_relatives || a->nbacks != b->nbacks || a->result != b->result || a->nleft != b->nleft)
		return false;
	if (memcmp(a->back, b->back, sizeof a->back) != 0 || memcmp(a->term, b->term, a->seen_terms * sizeof *a->term) != 0 ||
	    !same_locksets(a, b))
		return false;
	if (a->seen_conditions != b->seen_conditions ||
	    memcmp(a->condition, b->condition, a->seen_conditions * sizeof *a->condition) != 0)
		return false;
	for (uint32_t i = 0; i < a->nleft; i++)
		if (a->left[i].address != b->left[i].address || a->left[i].value != b->left[i].value)
			return false;
	for (uint32_t i = 0; i < a->seen_accesses; i++) {
		const struct access *x = &a->access[i], *y = &b->access[i];
		if (x->at != y->at || x->lockset != y->lockset || x->when != y->when || x->flags != y->flags ||
		    x->size != y->size || x->member.i != y->member.i || x->within.i != y->within.i || x->bit != y->bit ||
		    x->nbits != y->nbits || x->order != y->order)
			return false;
	}
	return true;
}

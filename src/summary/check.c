/* What no summary may get wrong, whatever the program. */
#include "base/diag.h"
#include "summary/census/ground.h"
#include "term/value.h"

static void check_terms(const struct summary *s)
{
	for (uint32_t i = 1; i < s->nterms; i++) {
		const struct term *k = &s->term[i];
		CHECK(k->kind && k->kind < TERM_KINDS && k->base < i, "function %u: term %u stands before its base", s->fn.i, i);
		CHECK(!term_has_second(k->kind) || k->a < i, "function %u: term %u stands before its index",
		      s->fn.i, i);
		CHECK(k->kind != TERM_PARAM || k->a == s->fn.i, "function %u speaks of the formals of %u", s->fn.i, k->a);
	}
}

static void check_locksets(const struct summary *s)
{
	CHECK(s->nrelatives && !s->relative[0].nplus && !s->relative[0].nminus, "function %u has no empty lockset", s->fn.i);
	for (uint32_t i = 0; i < s->nrelatives; i++) {
		const struct relative *r = &s->relative[i];
		for (uint32_t k = 0; k < r->nplus; k++)
			for (uint32_t j = 0; j < r->nminus; j++)
				CHECK(s->guard[r->plus + k].term != s->guard[r->minus + j].term ||
					      s->guard[r->plus + k].family != s->guard[r->minus + j].family,
				      "function %u: a lock is held and given back", s->fn.i);
	}
	for (uint32_t i = 0; i < s->nbacks; i++)
		CHECK(s->back[i].signs && s->back[i].lockset < s->nrelatives, "function %u comes back in no way", s->fn.i);
}

static void check_accesses(const struct summaries *all, const struct summary *s)
{
	for (uint32_t i = 0; i < s->naccesses; i++) {
		const struct access *a = &s->access[i];
		CHECK(a->at && a->at < s->nterms && a->lockset < s->nrelatives, "function %u: access %u", s->fn.i, i);
		CHECK(a->nsources && a->source + a->nsources <= s->nsources, "function %u: access %u comes from nowhere", s->fn.i,
		      i);
		for (uint32_t k = a->source; k < a->source + a->nsources; k++) {
			const struct summary_source *x = &s->source[k];
			const struct summary *callee = x->callee.i ? all->of[x->callee.i] : NULL;
			CHECK(!x->callee.i || (callee && x->access < callee->naccesses), "function %u: access %u of %u", s->fn.i,
			      x->access, x->callee.i);
		}
	}
}

void summary_check(const struct summaries *all)
{
	for (uint32_t f = 1; f < all->p->fn.n; f++) {
		const struct summary *s = all->of[f];
		if (!s)
			continue;
		CHECK(s->fn.i == f, "summary of %u at %u", s->fn.i, f);
		check_terms(s);
		check_locksets(s);
		check_accesses(all, s);
	}
}

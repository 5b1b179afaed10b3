/* What must hold of races, whatever the program: the answers are symmetrical, a candidate has no common lock, a race has two
 * places that nothing keeps apart, every clash is in one location. */
#include "race/build.h"

static void check_clash(struct races *r, uint32_t i)
{
	const struct clash *c = &r->clash.at[i];
	const struct use *a = &r->use.at[c->a], *b = &r->use.at[c->b];
	bool cut = c->given_up || (a->walk && b->walk && (walk_is_cut(r, c->a) || walk_is_cut(r, c->b)));

	CHECK(a->flags & ACCESS_WRITE, "clash %u: its first side is a read", i);
	CHECK(uses_conflict(a, b), "clash %u: its sides do not disturb each other", i);
	CHECK(a->thread != b->thread || r->threads->thread.at[a->thread].self, "clash %u: one thread meets itself", i);
	CHECK(uses_alias(r, a, b) == c->alias && uses_alias(r, b, a) == c->alias, "clash %u: alias is not symmetrical", i);
	CHECK(!uses_share_lock(r, a, b) && !uses_share_lock(r, b, a), "clash %u: there is a common lock", i);
	CHECK(c->verdict.prune < PRUNES, "clash %u: verdict %u", i, c->verdict.prune);
	CHECK(c->location && c->location < r->location.n, "clash %u is in no location", i);
	CHECK(c->verdict.prune != PRUNE_NOT || cut || (c->leaf_a && c->leaf_b), "clash %u has no places", i);
	if (c->verdict.prune == PRUNE_NOT && c->leaf_a && !cut && !c->leaked) {
		struct verdict v =
		    prune_places(r, (struct place_of_use){ c->b, c->leaf_b - 1 }, (struct place_of_use){ c->a, c->leaf_a - 1 });
		CHECK(v.prune == PRUNE_NOT, "clash %u: its places are ruled out by %u", i, v.prune);
	}
}

static void check_location(const struct races *r, uint32_t i)
{
	const struct location *l = &r->location.at[i];
	uint32_t races = 0;

	CHECK(l->nclashes && l->clash + l->nclashes < r->clash.n, "location %u has %u clashes from %u", i, l->nclashes, l->clash);
	CHECK(l->use && l->use < r->use.n, "location %u has no name", i);
	for (uint32_t k = l->clash; k < l->clash + l->nclashes; k++) {
		const struct clash *c = &r->clash.at[r->order[k]];
		CHECK(c->location == i, "location %u: clash %u is another one's", i, r->order[k]);
		CHECK((c->verdict.prune == PRUNE_NOT) == (k - l->clash < l->nraces), "location %u: races do not stand first", i);
		CHECK(c->rule == l->rule, "location %u: clashes of two rules", i);
		races += c->verdict.prune == PRUNE_NOT;
	}
	CHECK(races == l->nraces, "location %u: %u races, %u counted", i, races, l->nraces);
}

static void check_use(const struct races *r, uint32_t i)
{
	const struct use *u = &r->use.at[i];
	uint32_t n;
	const struct held *g = use_locks(r, u, &n);

	CHECK(u->thread && u->thread < r->threads->thread.n && u->from, "use %u of thread %u", i, u->thread);
	for (uint32_t k = 1; k < n; k++)
		CHECK(g[k - 1].term <= g[k].term || g[k].term, "use %u: a lock without a name", i);
	n = 0;
	for (uint32_t f = u->from; f; f = r->from.at[f].next, n++) {
		const struct summary *s = r->s->of[r->contexts->context.at[r->from.at[f].context].fn.i];
		CHECK(s && r->from.at[f].access < s->naccesses, "use %u comes from an access that is none", i);
		CHECK(f - u->first < u->nfrom && r->from.at[f].calls == s->access[r->from.at[f].access].calls,
		      "use %u: what it stands for is not its own", i);
	}
	CHECK(n == u->nfrom, "use %u stands for %u accesses, not %u", i, n, u->nfrom);
	for (uint32_t k = u->first + 1; k < u->first + u->nfrom; k++)
		CHECK(r->from.at[k - 1].trace <= r->from.at[k].trace, "use %u: a longer trace comes first", i);
}

static void check_kind(const struct races *r, uint32_t i)
{
	const struct kind *k = &r->kind.at[i];

	CHECK(k->nmembers && k->member + k->nmembers <= r->member.n && !k->use.thread, "kind %u is done by %u threads", i,
	      k->nmembers);
	for (uint32_t m = k->member; m < k->member + k->nmembers; m++) {
		bool any = false;
		CHECK(m == k->member || r->member.at[m - 1] < r->member.at[m], "kind %u: its threads are not in order", i);
		for (uint32_t f = k->use.from; f && !any; f = r->from.at[f].next)
			any = from_is_of(r, &r->from.at[f], r->member.at[m]);
		CHECK(any, "kind %u: thread %u does no such thing", i, r->member.at[m]);
	}
}

void race_check(struct races *r)
{
	for (uint32_t i = 1; i < r->kind.n; i++)
		check_kind(r, i);
	for (uint32_t i = 1; i < r->use.n; i++)
		check_use(r, i);
	for (uint32_t i = 1; i < r->clash.n; i++)
		check_clash(r, i);
	for (uint32_t i = 1; i < r->location.n; i++)
		check_location(r, i);
}

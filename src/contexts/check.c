/* What must hold of the tables. */
#include "base/diag.h"
#include "contexts/walk/explore.h"

static void check_edge(const struct contexts *c, uint32_t i)
{
	const struct edge *edge = &c->edge.at[i];
	const struct context *from = &c->context.at[edge->context];
	const struct site *site = &c->points->site.at[edge->site];

	CHECK(edge->context && edge->context < c->context.n && edge->to && edge->to < c->context.n,
	      "edge %u: contexts out of range", i);
	CHECK(i >= from->edge && i < from->edge + from->nedges, "edge %u is not among its context's", i);
	CHECK(edge->site && site->caller.i == from->fn.i && site->inst == edge->inst, "edge %u is not at its site", i);
	CHECK(edge->kind == site->kind, "edge %u: kind", i);
	CHECK((edge->root != 0) == (edge->kind >= SITE_SPAWN), "edge %u: a root exactly where something is started", i);
	if (edge->root)
		CHECK(c->points->p->sym.at[c->root.at[edge->root].fn.i].fn.i == c->context.at[edge->to].fn.i,
		      "edge %u leads elsewhere than its root", i);
}

static void check_context(const struct contexts *c, uint32_t i)
{
	const struct context *at = &c->context.at[i];
	uint32_t n;

	CHECK(at->fn.i && at->fn.i < c->points->p->fn.n, "context %u has no function", i);
	CHECK(at->from < c->context.n && at->from != i, "context %u comes from nowhere", i);
	for (uint32_t k = at->change; k + 1 < at->change + at->nchanges; k++)
		CHECK(c->change.at[k].at < c->change.at[k + 1].at, "context %u: changes are not in order", i);
	contexts_locks(c, at->held, &n);
	CHECK(n <= LOCKS_MOST, "context %u: too many locks", i);
}

void contexts_check(const struct contexts *c)
{
	for (uint32_t i = 1; i < c->context.n; i++)
		check_context(c, i);
	for (uint32_t i = 1; i < c->edge.n; i++)
		check_edge(c, i);
	for (uint32_t i = 1; i < c->event.n; i++)
		CHECK(c->event.at[i].context && c->event.at[i].row, "event %u of nothing", i);
	for (uint32_t i = 1; i < c->root.n; i++) {
		uint32_t hops = 0;
		for (uint32_t up = c->root.at[i].parent; up; up = c->root.at[up].parent)
			CHECK(++hops < c->root.n, "root %u is its own ancestor", i);
	}
	for (uint32_t f = 1; f < c->points->p->fn.n; f++)
		for (uint32_t k = c->first_by_fn[f]; k < c->first_by_fn[f + 1]; k++)
			CHECK(c->context.at[c->by_fn[k]].fn.i == f, "function %u lists context %u of another", f, c->by_fn[k]);
}

#include "sharing/parts.h"

#include "base/store/groups.h"

/* What a function calls: spawned threads and tasks are not called. 0: has no body. */
static uint32_t callee(const struct points *pt, const struct site *site, uint32_t k)
{
	if (site->kind != SITE_CALL && !site_runs_inside(site->kind))
		return 0;
	return program_sym(pt->p, pt->target.at[site->target + k])->fn.i;
}

static void find_callers(struct arena *a, uint32_t n, const uint32_t *first, const uint32_t *to, struct parts *parts)
{
	struct groups g;

	groups_begin(&g, n);
	for (uint32_t f = 0; f < n; f++)
		for (uint32_t i = first[f]; i < first[f + 1]; i++)
			groups_add(&g, to[i], f);
	groups_end(&g, a, &parts->first_caller, &parts->caller);
}

/* A walk along the calls; functions are done with after those that they call, except back to where the walk is. */
struct sharing_calls {
	const uint32_t *first, *to;
	uint32_t *next, *path, depth; /* next: by function, the call to look at */
	bool *seen;
};

static void walk_into(struct sharing_calls *w, uint32_t f)
{
	w->seen[f] = true;
	w->next[f] = w->first[f];
	w->path[w->depth++] = f;
}

/* The functions of each part in the order in which the walk is done with them. */
static void order_parts(struct arena *a, uint32_t n, const uint32_t *first, const uint32_t *to, struct scc *scc)
{
	struct sharing_calls w = { .first = first, .to = to };
	uint32_t *end = arena_array(a, scc->n + 1, sizeof *end);

	w.next = arena_array(a, n + 1, sizeof *w.next);
	w.path = arena_array(a, n + 1, sizeof *w.path);
	w.seen = arena_array(a, n + 1, sizeof *w.seen);
	for (uint32_t c = 0; c < scc->n; c++)
		end[c] = scc->first[c];
	for (uint32_t root = 0; root < n; root++) {
		if (!w.seen[root])
			walk_into(&w, root);
		while (w.depth) {
			uint32_t f = w.path[w.depth - 1];
			if (w.next[f] == first[f + 1]) {
				scc->node[end[scc->of[f]]++] = f;
				w.depth--;
			} else if (!w.seen[to[w.next[f]++]]) {
				walk_into(&w, to[w.next[f] - 1]);
			}
		}
	}
}

void parts_find(struct arena *a, const struct points *pt, struct parts *parts)
{
	uint32_t n = pt->p->fn.n, *first = arena_array(a, n + 1, sizeof *first);
	bool *self = arena_array(a, n, sizeof *self);
	VEC(uint32_t) edge = { 0 };

	for (uint32_t f = 0; f < n; f++) {
		first[f] = edge.n;
		for (uint32_t s = f ? pt->first_site[f] : 0; f && s < pt->first_site[f + 1]; s++)
			for (uint32_t k = 0; k < pt->site.at[s].ntargets; k++) {
				uint32_t to = callee(pt, &pt->site.at[s], k);
				self[f] |= to == f;
				if (to)
					*vec_add(a, &edge) = to;
			}
	}
	first[n] = edge.n;
	scc_find(a, n, first, edge.at, &parts->scc);
	order_parts(a, n, first, edge.at, &parts->scc);
	find_callers(a, n, first, edge.at, parts);
	parts->recursive = arena_array(a, parts->scc.n, sizeof *parts->recursive);
	for (uint32_t c = 0; c < parts->scc.n; c++) {
		uint32_t begin = parts->scc.first[c];
		parts->recursive[c] = parts->scc.first[c + 1] - begin > 1 || self[parts->scc.node[begin]];
	}
}

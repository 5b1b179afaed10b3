#include "sharing/parts.h"

/* What a function calls: spawned threads and tasks are not called. 0: has no body. */
static uint32_t callee(const struct points *pt, const struct site *site, uint32_t k)
{
	if (site->kind != SITE_CALL && !site_runs_inside(site->kind))
		return 0;
	return program_sym(pt->p, pt->target.at[site->target + k])->fn.i;
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
	parts->recursive = arena_array(a, parts->scc.n, sizeof *parts->recursive);
	for (uint32_t c = 0; c < parts->scc.n; c++) {
		uint32_t begin = parts->scc.first[c];
		parts->recursive[c] = parts->scc.first[c + 1] - begin > 1 || self[parts->scc.node[begin]];
	}
}

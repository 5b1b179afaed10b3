#include "base/store/groups.h"

#include "base/diag.h"

void groups_begin(struct groups *g, uint32_t n)
{
	*g = (struct groups){ .n = n };
	arena_init(&g->scratch, "groups");
}

void groups_end(struct groups *g, struct arena *a, uint32_t **first, uint32_t **things)
{
	uint32_t *at = arena_array(a, (size_t)g->n + 1, sizeof *at), *to = arena_array(a, (size_t)g->added.n + 1, sizeof *to);

	for (uint32_t i = 0; i < g->added.n; i++) {
		CHECK(g->added.at[i].group < g->n, "group %u of %u", g->added.at[i].group, g->n);
		at[g->added.at[i].group]++;
	}
	for (uint32_t k = 1; k <= g->n; k++)
		at[k] += at[k - 1];
	for (uint32_t i = g->added.n; i-- > 0;) /* the end of each group becomes its beginning */
		to[--at[g->added.at[i].group]] = g->added.at[i].thing;
	*first = at;
	*things = to;
	arena_release(&g->scratch);
}

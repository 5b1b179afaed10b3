#include "base/store/scc.h"

#include "base/store/groups.h"

struct search {
	uint32_t *index, *low, *next; /* by node; index 0: not seen */
	uint32_t *stack, *path;       /* nodes without a component; nodes being visited */
	uint32_t nstack, npath, count;
};

static void visit(struct search *s, uint32_t v, const uint32_t *first)
{
	s->index[v] = s->low[v] = ++s->count;
	s->next[v] = first[v];
	s->stack[s->nstack++] = v;
	s->path[s->npath++] = v;
}

/* The last node of the path has no successors left: its component is complete if nothing older was reached. */
static void leave(struct search *s, struct scc *out)
{
	uint32_t v = s->path[--s->npath], w;

	if (s->npath && s->low[v] < s->low[s->path[s->npath - 1]])
		s->low[s->path[s->npath - 1]] = s->low[v];
	if (s->low[v] != s->index[v])
		return;
	do {
		w = s->stack[--s->nstack];
		out->of[w] = out->n;
	} while (w != v);
	out->n++;
}

static void search_from(struct search *s, uint32_t root, const uint32_t *first, const uint32_t *edge, struct scc *out)
{
	visit(s, root, first);
	while (s->npath) {
		uint32_t v = s->path[s->npath - 1];
		if (s->next[v] == first[v + 1]) {
			leave(s, out);
			continue;
		}
		uint32_t w = edge[s->next[v]++];
		if (!s->index[w])
			visit(s, w, first);
		else if (out->of[w] == UINT32_MAX && s->index[w] < s->low[v])
			s->low[v] = s->index[w];
	}
}

void scc_find(struct arena *arena, uint32_t nodes, const uint32_t *first, const uint32_t *edge, struct scc *out)
{
	struct search s = { .index = arena_array(arena, nodes + 1, sizeof(uint32_t)) };
	struct groups g;

	s.low = arena_array(arena, nodes + 1, sizeof(uint32_t));
	s.next = arena_array(arena, nodes + 1, sizeof(uint32_t));
	s.stack = arena_array(arena, nodes + 1, sizeof(uint32_t));
	s.path = arena_array(arena, nodes + 1, sizeof(uint32_t));
	out->of = arena_array(arena, nodes + 1, sizeof(uint32_t));
	out->n = 0;
	for (uint32_t v = 0; v < nodes; v++)
		out->of[v] = UINT32_MAX;
	for (uint32_t v = 0; v < nodes; v++)
		if (!s.index[v])
			search_from(&s, v, first, edge, out);
	groups_begin(&g, out->n);
	for (uint32_t v = 0; v < nodes; v++)
		groups_add(&g, out->of[v], v);
	groups_end(&g, arena, &out->first, &out->node);
}

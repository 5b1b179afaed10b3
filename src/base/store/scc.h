/* scc: strongly connected components of a graph in flat arrays (Tarjan), without recursion in C.
 *
 * The successors of node v are edge[first[v]] .. edge[first[v + 1]]. Components are numbered from 0 so that an edge never leads
 * to a higher one: in a call graph, callees first. */
#ifndef BASE_SCC_H
#define BASE_SCC_H

#include "base/store/arena.h"

struct scc {
	uint32_t n;         /* components */
	uint32_t *of;       /* by node: its component */
	uint32_t *first;    /* by component, n + 1: its nodes are node[first[c]] .. node[first[c + 1]], ascending */
	uint32_t *node;
};

void scc_find(struct arena *, uint32_t nodes, const uint32_t *first, const uint32_t *edge, struct scc *);

#endif

/* graph: two pictures of a program, for the HTML report: which lock is taken while which is held, and who starts whom. Edges are
 * names, in the order in which the phases know them; of a large program only so many are kept, and how many there are is told.
 *
 * needs   edges, from main.c      gives   text for Graphviz, the edges of findings marked
 * misses  edges beyond GRAPH_MOST, unless a finding speaks of them */
#ifndef REPORT_GRAPH_H
#define REPORT_GRAPH_H

#include "base/store/intern.h"
#include "base/store/vec.h"
#include "ir/store/pack.h"

enum { GRAPH_MOST = 300 }; /* a picture with more cannot be read, and takes Graphviz seconds */

struct graph_edge {
	const char *from, *to; /* from "": `to` stands alone */
	const char *place;     /* where `to` is taken, the first such place: "pool.c:31"; "": not known */
};

struct graph_list {
	VEC(struct graph_edge) edge; /* each once */
	uint32_t all;		     /* of so many */
	struct intern known;	     /* while they are collected */
};

struct report_graphs {
	struct graph_list locks, threads;
	/* not drawn: a name and what is known of it, for an editor: guards, and functions that take a lock */
	struct graph_list guards, takers;
};

void graph_add(struct arena *, struct graph_list *, const char *from, const char *to, const char *place); /* copies all */
void graphs_pack(struct packer *, const struct report_graphs *);
void graphs_unpack(struct arena *, struct unpacker *, struct report_graphs *);

/* As "digraph ..."; "" if there is nothing to see. Edges have their place as a tooltip. `sideways`: from left to right, for trees
 * that fan out. `marked`: edges that findings speak of, which are drawn whether they are in the list or not. In the arena. */
const char *graph_dot(struct arena *, const struct graph_list *, const struct graph_list *marked, bool sideways);

#endif

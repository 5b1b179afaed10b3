/* parts: the strongly connected parts of the call graph, callees first. */
#ifndef SHARING_PARTS_H
#define SHARING_PARTS_H

#include "base/store/scc.h"
#include "points/points.h"

struct parts {
	struct scc scc;  /* of functions; 0, which is none, is a part as well; inside a part callees come first where they can */
	bool *recursive; /* by part */
	uint32_t *first_caller, *caller; /* of f: caller[first_caller[f]] .. caller[first_caller[f + 1]] */
};

void parts_find(struct arena *, const struct points *, struct parts *);

#endif

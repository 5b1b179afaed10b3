/* parts: the strongly connected parts of the call graph, callees first. */
#ifndef SHARING_PARTS_H
#define SHARING_PARTS_H

#include "points/points.h"

struct parts {
	uint32_t *fn;         /* functions, part by part */
	VEC(uint32_t) first;  /* of each part in fn; one more at the end */
	bool *recursive;      /* by part */
};

void parts_find(struct arena *, const struct points *, struct parts *);

#endif

/* cfg: the shape of one body: predecessors, reverse postorder, dominators. */
#ifndef IR_CFG_H
#define IR_CFG_H

#include "ir/body.h"

struct cfg {
	uint32_t nblocks;
	uint32_t *order;    /* reachable blocks in reverse postorder, the entry first */
	uint32_t nreached;
	uint32_t *position; /* of a block in order, from 1; 0: not reachable */
	/* predecessors of b: pred[first_pred[b]] .. npreds[b], each edge once a successor slot */
	uint32_t *pred, *npreds, *first_pred;
	uint32_t *dominator; /* the immediate one; the entry's is itself; UINT32_MAX: not reachable */
	uint32_t *enter, *span; /* of a block in the dominator tree: it dominates those that enter in [enter, enter + span) */
};

void cfg_build(struct arena *, const struct body *, struct cfg *);
bool cfg_dominates(const struct cfg *, uint32_t a, uint32_t b); /* a == b counts */

#endif

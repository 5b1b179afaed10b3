/* told: the steps of an execution as people read them, the rounds of a loop once.
 *
 * A worker that counts to a million before it races takes a million rounds in every execution: no schedule is without them, and
 * none of them says more than the last. So rounds that follow each other with the same lines of the same threads, and the same
 * locks, are one, the last of them, and how often is told. Loops inside loops are folded from the inside out. */
#ifndef PROVE_TOLD_H
#define PROVE_TOLD_H

#include "base/store/vec.h"
#include "ir/finding/finding.h"

struct told_steps {
	VEC(struct finding_step) step;
	VEC(struct finding_round) round; /* by where they begin; of two that begin together the longer one first */
};

/* The last step is complete: what it ends is folded. Steps and rounds are in the arena. */
void told_fold(struct arena *, struct told_steps *);

#endif

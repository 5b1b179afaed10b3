/* either: does it matter that C leaves open in which order two operands are evaluated? Instructions that may tell are marked
 * (INST_EITHER). A call that is, and that leaves no trace in memory, in locks or in threads, tells nothing.
 *
 * needs   code, models      gives   of a marked instruction: whether another order may be seen
 * misses  nothing of what is marked: a function that cannot be looked into leaves traces */
#ifndef CODE_EITHER_H
#define CODE_EITHER_H

#include "ir/body.h"
#include "model/model.h"

struct either_effects {
	const struct program *p;
	const struct models *models;
	struct arena scratch;
	uint8_t *known; /* by function: 1 neither it nor what it calls leaves a trace, 2 it does */
};

void either_init(struct either_effects *, const struct program *, const struct models *);
void either_release(struct either_effects *);
bool either_matters(struct either_effects *, const struct body *, const struct inst *);

#endif

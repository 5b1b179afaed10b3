/* reached: which blocks of a function run, and which numbers values are, if it is called with these arguments.
 *
 *     void make(pthread_mutex_t *m, int recursive)        make(&m, 0): the call in the branch is not made
 *     {
 *             if (recursive)
 *                     pthread_mutexattr_settype(...);
 *
 * Constants only, through the branches that they decide (sparse conditional constant propagation); what is loaded may be any
 * number. */
#ifndef LOCKSET_REACHED_H
#define LOCKSET_REACHED_H

#include "base/store/arena.h"
#include "ir/body.h"

struct reached {
	const struct program *p;
	const struct body *b, *above; /* above: of the call; NULL: arguments are not known */
	const struct inst *by;
	uint8_t *block;               /* by block: it runs */
};

void reached_find(struct reached *, struct arena *);
/* Is it one number, whenever it is computed? */
bool reached_number(const struct reached *, struct ref, int64_t *);
bool reached_inst(const struct reached *, uint32_t inst);

#endif

/* range: which numbers a loop's variable may be.
 *
 *     for (i = 2; i < 10; i++) a[i]        first 2, at a[i] never above 9
 *
 * The variable begins with a constant that is not negative, and grows by a constant; the end is known inside the loop, behind its
 * test, or where the test is at the end of a round.
 *
 * misses  loops that count down, or whose ends are variables */
#ifndef SHARING_RANGE_H
#define SHARING_RANGE_H

#include "ir/body.h"

struct loop_range {
	int64_t first, end; /* end: behind the last one */
	bool open;	    /* no end is known */
};

/* The range of the phi, as it is at the instruction, in the loop; false: it is no such variable. */
bool range_of_variable(const struct program *, const struct body *, uint32_t phi, uint32_t inst, struct loop_range *);

#endif

/* range: which numbers a loop's variable may be.
 *
 *     for (i = 2; i < 10; i++) a[i]        first 2, at a[i] never above 9
 *
 * The variable begins with a constant that is not negative, and grows by constants; the end is known behind the test of the loop.
 *
 * misses  loops that count down, or whose ends are variables; tests at the end of a round */
#ifndef SHARING_RANGE_H
#define SHARING_RANGE_H

#include "ir/body.h"

/* Is the phi at this instruction such a variable? What it begins with. */
bool range_first(const struct program *, const struct body *, uint32_t phi, int64_t *first);
/* The number that it stays below at the instruction; false: none is known. */
bool range_end(const struct program *, const struct body *, uint32_t phi, uint32_t inst, int64_t *end);

#endif

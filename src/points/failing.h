/* failing: ways that a function goes only when a lock call has failed that fails by misuse alone.
 *
 *     int error = pthread_mutex_lock(lock);
 *     if (error)                                  a row without a condition: whoever looks at the result sees 0
 *             log_line("cannot lock");            which locks, too, by the same wrapper: no recursion
 *
 * assumes programs in which such calls do not fail. Where a robust mutex is made, they may, and then all ways are gone.
 * misses  results that are kept in memory, or come back through another function */
#ifndef POINTS_FAILING_H
#define POINTS_FAILING_H

#include "points/points.h"

/* Does the block's jump never go to its i-th successor, since it tests the result of such a call? */
bool failing_way(const struct points *, const struct body *, uint32_t block, uint32_t i);
/* By block: 1: reached only by such ways. NULL: there are none. In the arena. */
const uint8_t *failing_blocks(struct arena *, const struct points *, const struct body *);

#endif

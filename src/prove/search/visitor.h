/* visitor: signal handlers in the search. A handler is a thread that runs on top of another one, its carrier, which stands
 * still until the handler has returned:
 *
 *     main      n = 1   ^   (n += 2 is next)  . . . . . . . . .
 *     handler           begins: carrier main      n++   ends
 *
 * A call that installs a handler makes VISITORS of them, which may begin at any time after it: signals come from outside, and
 * from two sides at once. What carries one has been started and has not ended, does not have the signal in its mask, and
 * carries no other.
 *
 * needs   model rows `handler ... kind=signal`
 * misses  handlers inside handlers on one thread; more than VISITORS for one call; the discipline of the paper and races apart,
 *         where none begins; signals of faults (they come from what the thread itself does); what else raise() promises */
#ifndef PROVE_VISITOR_H
#define PROVE_VISITOR_H

#include "prove/search/execute.h"

/* The handler of a signal is now this function; none: there is no handler any more. False: too many threads. */
CHECKED bool visitor_install(struct execution *, uint32_t signal, struct fn_id);
bool visitor_may_begin(const struct execution *, uint32_t visitor);
void visitor_begin(struct execution *, uint32_t visitor); /* it gets a carrier */
bool visitor_is_on(const struct execution *, uint32_t carrier); /* somebody stands on it: it cannot go on */

#endif

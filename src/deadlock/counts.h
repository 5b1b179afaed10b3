/* counts: how often something is done in a run, at most and at least; inside the phase. */
#ifndef DEADLOCK_COUNTS_H
#define DEADLOCK_COUNTS_H

#include "deadlock/stall.h"

#define COUNT_ANY INT32_MAX /* any number of times */

bool counts_number(const struct stall *, const struct event *, int64_t *); /* what something is made with, if that is known */
void counts_of_barrier(struct stall *, struct stall_wait *);
/* Are there as many threads as it takes that get to the barrier? */
bool counts_arrive(const struct stall *, const struct stall_wait *);
uint32_t counts_missing(const struct stall *, const struct stall_wait *);
/* Fewer tokens than waits, fewer signals than those who wait for one, another number of rounds. */
void counts_tell(struct stall *);

/* Posts or signals that may be meant for what is waited for, in a run; COUNT_ANY: not known, or one that wakes all. */
int32_t counts_given(const struct stall *, const struct stall_wait *);
bool counts_is_once(const struct stall *, uint32_t context); /* entered once in a run, at most */

#endif

/* handover: does a caller of a function release a lock that the function may have left held? */
#ifndef LOCKS_HANDOVER_H
#define LOCKS_HANDOVER_H

#include "locks/program/ops.h"

/* YES: some caller, or a caller of a caller that does nothing about it, releases such a lock behind the call without having taken
 * one. MAYBE: none does, but one calls something that might. */
enum handover { HANDOVER_NO, HANDOVER_MAYBE, HANDOVER_YES };

/* `classes` are the bits of the lock (ops_bits). `scratch` keeps a body and a byte for each block, until it is dropped. */
enum handover handover_find(struct arena *scratch, const struct ops *, struct fn_id, uint64_t classes);

#endif

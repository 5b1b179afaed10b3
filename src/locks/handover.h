/* handover: does a caller of a function release a lock that the function may have left held? */
#ifndef LOCKS_HANDOVER_H
#define LOCKS_HANDOVER_H

#include "locks/ops.h"

/* `classes` are the bits of the lock (ops_class_bit). True: some caller, or a caller of a caller that does nothing about it, releases
 * such a lock behind the call without having taken one. `scratch` keeps a body and a byte for each block, until it is dropped. */
bool handover_is_expected(struct arena *scratch, const struct ops *, struct fn_id, uint64_t classes);

#endif

/* path: an address or a value of a body, as its author would write it: "pool->lock", "g.conn[i].lock", "*p". For messages only:
 * two different objects may have the same path. Long chains are cut and end in "...". */
#ifndef IR_PATH_H
#define IR_PATH_H

#include "ir/body.h"

/* The thing that lives at the address `at`, in the arena: "pool->lock" for &pool->lock. */
const char *path_of_address(struct arena *, const struct program *, const struct body *, struct ref at);

#endif

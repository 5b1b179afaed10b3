/* path: an address or a value of a body, as its author would write it: "pool->lock", "g.conn[i].lock", "*p". For messages only:
 * two different objects may have the same path. Long chains are cut and end in "...". */
#ifndef IR_PATH_H
#define IR_PATH_H

#include "ir/body.h"

/* The thing that lives at the address `at`, in the arena: "pool->lock" for &pool->lock. */
const char *path_of_address(struct arena *, const struct program *, const struct body *, struct ref at);

/* ".lock", "->lock": the member of `record` at the byte `offset`, behind a thing (`dot`) or behind a pointer to one. */
void path_print_member(const struct program *, struct type_id record, int64_t offset, bool dot, FILE *);

#endif

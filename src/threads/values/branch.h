/* branch: values behind what only hands them on, and branches that ask for them. */
#ifndef THREADS_BRANCH_H
#define THREADS_BRANCH_H

#include "code/address.h"
#include "code/test.h"
#include "threads/values/shape.h"

/* Does the block, which is reached, end with a test of what the instruction has made? */
bool fork_asks(const struct code *, uint32_t block, uint32_t inst, struct fork *);
/* Is the way from one block to the other taken only if the result of the call is not 0? */
bool way_fails(const struct code *, uint32_t from, uint32_t to, uint32_t call);
bool way_is_null(const struct code *, uint32_t from, uint32_t to, uint32_t call); /* only if it is 0 */
static inline struct ref value_behind(const struct code *c, struct ref r)
{
	return handed_on(c->p, &c->body, r);
}
/* The value that an address is inside of, behind the steps; `offset` grows by the members. */
struct ref value_inside(const struct code *, struct ref, unsigned steps, int64_t *offset);

#endif

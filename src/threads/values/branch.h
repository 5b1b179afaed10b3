/* branch: what taking one way at a branch says about a value: "%x == 3", "%x > 0". Seen through: casts that keep the value,
 * copies, `!`, and comparisons of comparisons with 0. */
#ifndef THREADS_BRANCH_H
#define THREADS_BRANCH_H

#include "code/address.h"
#include "threads/values/shape.h"

struct threads_test {
	struct ref value;
	uint8_t compare; /* enum compare; 0: nothing is known */
	int64_t constant;
};

/* What holds of the branch's operand on the way to its first target; on the way to the second one the reverse does. */
struct threads_test branch_test(const struct program *, const struct code *, uint32_t branch);
/* The same said about the operands of comparisons, as far as one of them is a number. */
struct threads_test test_settle(const struct program *, const struct code *, struct threads_test);
/* Does `x compare constant` hold? */
bool test_holds(const struct threads_test *, int64_t x);
/* The value behind casts that do not change it, copies, and temporaries in memory (for C's atomics, compilers make those). */
struct ref value_behind(const struct code *, struct ref);
/* ... that an address is inside of, behind the steps; `offset` grows by the members. */
struct ref value_inside(const struct code *, struct ref, unsigned steps, int64_t *offset);
bool value_number(const struct program *, struct ref, int64_t *);

#endif

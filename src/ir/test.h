/* test: what the branch or switch at the end of a block looks at, through casts and comparisons with constants.
 *
 *     if (!(x > 3))  ...         value x, sle 3 for the first way
 *     switch (x)                 value x, no comparison: the constants of the cases */
#ifndef IR_TEST_H
#define IR_TEST_H

#include "ir/body.h"

struct test {
	struct ref value;
	uint8_t compare; /* enum compare, with number, for the first way; COMPARE_none: a switch */
	bool cast;       /* the value went through casts first: numbers other than 0 and 1 may have changed */
	int64_t number;
};

/* False: it is none, or looks at something else. */
bool test_of(const struct program *, const struct body *, const struct inst *end, struct test *);
/* The instruction that a value comes from, through copies and casts; *r is what they copy. NULL: none, or too far away. */
const struct inst *behind_casts(const struct body *, struct ref *r);

#endif

/* given: which numbers the callers of a function pass, if all of them are known.
 *
 *     static void put(int locked) { if (!locked) lock(&m); ... unlock(&m); }        put(0), put(0): the lock is always taken
 *
 * needs   the callers (ops.callers)
 * misses  what callers compute: such a parameter may be any number */
#ifndef LOCKS_GIVEN_H
#define LOCKS_GIVEN_H

#include "locks/program/ops.h"

enum { GIVEN_PARAMS = 8 }; /* of the first parameters */

struct locks_given {
	bool zero;  /* it may be 0, or null */
	bool any;   /* it may be any number beside 0; low and high say nothing */
	int64_t low, high;
};

/* Of each of the first parameters. False: nothing is known of any. */
bool given_find(struct ops *, struct arena *scratch, const struct body *, struct locks_given out[GIVEN_PARAMS]);

#endif

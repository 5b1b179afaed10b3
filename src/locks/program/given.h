/* given: which numbers the callers of a function pass, if all of them are known.
 *
 *     static void put(int locked) { if (!locked) lock(&m); ... unlock(&m); }        put(0), put(0): the lock is always taken
 *
 * needs   the callers (ops.callers)
 * misses  what callers compute: such a parameter may be any number */
#ifndef LOCKS_GIVEN_H
#define LOCKS_GIVEN_H

#include "locks/program/ops.h"
#include "path/fact.h"

enum { GIVEN_PARAMS = 8 }; /* of the first parameters */

/* Of each of the first parameters. False: nothing is known of any. */
bool given_find(struct ops *, struct arena *scratch, const struct body *, struct fact out[GIVEN_PARAMS]);

#endif

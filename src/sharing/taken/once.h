/* once: does each element of an array get an object of its own? Of a store into one, and of each call that hands on what it
 * stores, it is asked whether the object is another one each time: made or taken there, the next element of an array, or null.
 *
 *     for (;;) give(make());              another one each time
 *     give(j); give(j);                   not
 *     while (...) give(first);            not
 *     a[i] = a[parent];                   it was in the array before
 *
 * needs   points, contexts      gives   answers
 * misses  what is read from memory, or given by a function, and is the same each time; callers outside the program */
#ifndef SHARING_ONCE_H
#define SHARING_ONCE_H

#include "ir/body.h"
#include "sharing/state.h"

void once_prepare(struct sharing *);
/* `array`: elements may be moved inside of it; class 0: they may not. */
bool once_stored(struct arena *scratch, const struct sharing *, const struct body *, uint32_t store, struct cell array);

#endif

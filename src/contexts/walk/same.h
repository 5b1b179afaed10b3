/* same: is a lock held because the same expression was locked just before? See same.c. */
#ifndef CONTEXTS_SAME_H
#define CONTEXTS_SAME_H

#include "points/points.h"

/* Surely held just before `inst`, the lock at this address. False: this does not tell. */
bool same_is_held(const struct points *, const struct body *, uint32_t inst, struct ref address);

/* Does the release at `inst` give back the very lock that the function has taken by the same expression? True as well if the
 * address, which is the operand, is not one of several. False: this does not tell. */
bool same_is_returned(struct arena *scratch, const struct points *, const struct body *, uint32_t inst, struct ref address);

/* Do two pointers surely differ at `inst`, since one is a block that was made just before it and the other one is older? */
bool same_is_never(const struct points *, const struct body *, uint32_t inst, struct ref, struct ref);

#endif

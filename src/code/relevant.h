/* relevant: the branches that decide which lock operations run. */
#ifndef CODE_RELEVANT_H
#define CODE_RELEVANT_H

#include "ir/cfg.h"

/* Marks in `relevant` (by block) the blocks on whose branch a block of `matters` is control dependent, directly or through other
 * such branches. */
void relevant_find(struct arena *, const struct body *, const struct cfg *, const uint8_t *matters, uint8_t *relevant);

#endif

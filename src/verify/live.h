/* Which values of a function may still be read: two states that differ in others are one. */
#ifndef VERIFY_LIVE_H
#define VERIFY_LIVE_H

#include "prove/machine/parts.h"

struct verify_live; /* of all functions of an image */
struct verify_live *live_init(struct arena *, struct machine_image *);
/* A bit for each value that may be read from this instruction on; `after`: behind it, without its own. */
const uint64_t *live_at(struct verify_live *, struct fn_id, uint32_t inst, bool after);

#endif

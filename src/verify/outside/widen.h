/* Numbers that take many values: widen.c says which may be anything from then on. */
#ifndef VERIFY_WIDEN_H
#define VERIFY_WIDEN_H

#include "prove/machine/parts.h"

struct verify_widen; /* of all functions of an image, in one search */
struct verify_widen *widen_init(struct arena *, struct machine_image *, bool solve);
bool widen_may(const struct verify_widen *, const struct machine_code *, uint32_t inst); /* its results may be left open */
/* The instruction has this result; true: it has had `most` with this one, and may have any. */
bool widen_now(struct verify_widen *, uint32_t most, const struct machine_code *, uint32_t inst, const uint8_t *from);

#endif

/* primitives: the bodies of synchronisation functions (src/model/bodies/primitives.c), compiled like any other unit into a
 * program of their own. Apart from the user's program: a function that has a body there would lose its meaning in all other
 * phases. */
#ifndef PROVE_PRIMITIVES_H
#define PROVE_PRIMITIVES_H

#include "base/system/file.h"
#include "ir/ir.h"

/* For programs whose pointers have so many bytes (4: compiled with -m32; else 8). `cache`: a directory, where the unit is kept as
 * others are; NULL: none. NULL and trouble: clang is missing, or a file cannot be written. */
CHECKED const struct program *primitives_load(struct arena *, const char *cache, uint32_t pointer_bytes, struct trouble *);
struct bytes primitives_text(void);

#endif

/* The parts of the library: library.c, text.c (bytes and strings), format.c (printf), intrinsic.c (what the compiler calls by
 * itself). */
#ifndef PROVE_MACHINE_LIBRARY_H
#define PROVE_MACHINE_LIBRARY_H

#include "prove/machine/parts.h"

const struct library_function *machine_text_find(const char *name);      /* NULL: none on bytes or strings */
const struct library_function *machine_format_find(const char *name);    /* NULL: none of the printf family */
const struct library_function *
machine_intrinsic_find(const char *name); /* "llvm.umax.i32"; never NULL: what is not done stops the machine */

uint64_t machine_allocate(struct machine_call *, uint64_t bytes); /* 0: it stopped, or only looks */

#endif

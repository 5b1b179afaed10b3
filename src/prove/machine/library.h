/* The parts of the library: machine_library.c, machine_format.c (printf), machine_intrinsic.c (what the compiler calls by
 * itself). */
#ifndef PROVE_MACHINE_LIBRARY_H
#define PROVE_MACHINE_LIBRARY_H

#include "prove/machine/parts.h"

const struct library_function *machine_format_find(const char *name);    /* NULL: none of the printf family */
const struct library_function *
machine_intrinsic_find(const char *name); /* "llvm.umax.i32"; never NULL: what is not done stops the machine */

#endif

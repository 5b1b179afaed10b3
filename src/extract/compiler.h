/* compiler: which clang makes the units, and what its results depend on (compiler.c). */
#ifndef EXTRACT_COMPILER_H
#define EXTRACT_COMPILER_H

#include "base/store/arena.h"
#include "base/diag.h"

/* The path of clang-19, and a text that is another one for another clang, another snag or another form of units. `dir` is the
 * cache, where clang's answer is kept. Trouble says how to install it. */
CHECKED bool compiler_find(struct arena *, const char *dir, const char **clang, const char **identity, struct trouble *);

#endif

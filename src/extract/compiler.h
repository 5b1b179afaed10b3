/* compiler: which clang makes the units, and what its results depend on (compiler.c). */
#ifndef EXTRACT_COMPILER_H
#define EXTRACT_COMPILER_H

#include "base/store/arena.h"
#include "base/diag.h"

struct compiler {
	const char *path;
	const char *said;    /* all that it says of itself */
	const char *version; /* "19.1.7" */
};

/* The one to use, by its path; NULL: clang-19 in PATH, or clang there if it is of that version. Process-wide: units of the
 * program and of what the prover adds to it are of one compiler. Set before the first unit is made. */
void compiler_choose(const char *path);
/* Asks it for its version. Trouble says what is wrong with those that were found, and what to install. */
CHECKED bool compiler_look(struct arena *, struct compiler *, struct trouble *);
/* What that clang does where nobody tells it otherwise: its target, and where it looks for headers. NULL: it does not say. */
const char *compiler_habits(struct arena *, const char *clang);
const char *compiler_llvm(void); /* the version of LLVM that reads what it writes: "19.1.7" */

/* The path of that clang, and a text that is another one for another clang, another snag or another form of units. `dir` is the
 * cache, where clang's answer is kept. Trouble as of compiler_look. */
CHECKED bool compiler_find(struct arena *, const char *dir, const char **clang, const char **identity, struct trouble *);

#endif
